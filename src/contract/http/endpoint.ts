import { z } from 'zod'
import { hash, hex, requestId, uuid } from '../wire.ts'

/** How the service is spoken to where the interface text and the real service differ. */
export type Dialect = 'interface' | 'upstream'

/** `ANY`: whatever was granted. */
type Scope = 'ANY' | 'PROFILE:READ' | 'CONTACTS:READ' | 'ASSETS:READ' | 'SNAPSHOTS:READ' | 'FULL'

type Fields = Record<string, z.ZodType>

export interface Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST'
  /** `:name` marks a path parameter; its value is percent-encoded. */
  readonly path: string
  /** Other spellings under which a server answers too; `upstream` is what the real service calls it. */
  readonly upstreamPath?: string
  readonly aliases?: readonly string[]
  /** `token`: a bearer is needed; `public`: it is not, and changes nothing of the answer; `optional`: without one there is less to see. */
  readonly auth: 'token' | 'public' | 'optional'
  /** What an OAuth token must have been granted; FULL when unnamed. */
  readonly scope?: Scope
  /** Only reads, and writes that are `repeatable`, are retried by themselves. */
  readonly effect: 'read' | 'write'
  /** A write that, coming again byte for byte the same, changes nothing and is answered the same: a lost answer is asked for again. */
  readonly repeatable?: boolean
  /** Whoever asks this too often is not answered for half a day, and asking on makes it longer: it is not repeated after that. */
  readonly scarce?: boolean
  /** Lists may be larger and slower than single records. */
  readonly list?: boolean
  /** Carries transactions or memos: a stored object of up to 4 MiB, in hex, and twice where the transaction is beside it. */
  readonly large?: boolean
  /** Whether `data` is one object or an array where the dialects differ; inside Coffer it is always an array. */
  readonly shape?: { readonly [dialect in Dialect]: 'object' | 'array' }
  /** One answer per element of the body, in the same order; anything else is refused. */
  readonly paired?: boolean
  /** Rows that share a path are told apart by the `method` member of their bodies, which is this. */
  readonly rpc?: string
  /** Control calls of the local network; answered on loopback only. */
  readonly local?: boolean
  readonly params: z.ZodObject<Params>
  readonly query: z.ZodObject<Query>
  readonly body: Body
  readonly answer: Answer
}

/** The path of a call as a service of this dialect knows it. */
export const pathIn = ({ path, upstreamPath }: Pick<Endpoint, 'path' | 'upstreamPath'>, dialect: Dialect): string =>
  dialect === 'upstream' ? (upstreamPath ?? path) : path

const none = z.object({})
const noBody = z.undefined()

type Options = Partial<
  Pick<
    Endpoint,
    | 'upstreamPath'
    | 'aliases'
    | 'auth'
    | 'scope'
    | 'effect'
    | 'repeatable'
    | 'scarce'
    | 'list'
    | 'large'
    | 'shape'
    | 'paired'
    | 'rpc'
    | 'local'
  >
>

export function get<
  Answer extends z.ZodType,
  Params extends Fields = Record<never, never>,
  Query extends Fields = Record<never, never>,
  Body extends z.ZodType = typeof noBody,
>(path: string, answer: Answer, options: Options & { params?: Params; query?: Query; body?: Body } = {}) {
  const { params, query, body, ...rest } = options
  return {
    method: 'GET',
    path,
    auth: 'token',
    effect: 'read',
    params: z.object(params ?? ({} as Params)),
    query: z.object(query ?? ({} as Query)),
    body: (body ?? noBody) as Body, // the stand-in is what the parameter stands for when it is left out
    answer,
    ...rest,
  } as const satisfies Endpoint
}

export function post<Body extends z.ZodType, Answer extends z.ZodType, Params extends Fields = Record<never, never>>(
  path: string,
  body: Body,
  answer: Answer,
  options: Options & { params?: Params } = {},
) {
  const { params, ...rest } = options
  return {
    method: 'POST',
    path,
    auth: 'token',
    effect: 'write',
    params: z.object(params ?? ({} as Params)),
    query: none,
    body,
    answer,
    ...rest,
  } as const satisfies Endpoint
}

export const batch = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(256)
export const rawRequest = z.object({ request_id: requestId, raw: hex.min(2) })
export const idOrHash = z.union([uuid, hash])
export const wholeNumber = z.codec(z.string().regex(/^\d{1,16}$/), z.number().int().min(0), {
  decode: Number,
  encode: String,
})
export const pageLimit = wholeNumber.pipe(z.number().min(1).max(500)).optional()
export const order = z.enum(['ASC', 'DESC']).optional()
