import type { Dialect } from '#contract/domain'
import type { EndpointName } from '#contract/http'
import { type NewcomerOptions, newcomer, type Person, type TestLocalnet } from '../../support/localnet.ts'

/** A network with people on it who all speak one dialect. */
export interface Scene {
  readonly net: TestLocalnet
  readonly dialect: Dialect
  readonly ana: Person
  readonly ben: Person
  readonly bot: Person
  someone(name: string, options?: Omit<NewcomerOptions, 'dialect'>): Promise<Person>
}

type Case = (scene: Scene) => Promise<void>

/** One case for each row of the endpoint table; a row without one does not compile, and fails a test besides. */
export type Cases = { readonly [Name in EndpointName]: Case }

export async function sceneOf(net: TestLocalnet, dialect: Dialect): Promise<Scene> {
  const someone: Scene['someone'] = (name, options) => newcomer(net, name, { ...options, dialect })
  return {
    net,
    dialect,
    someone,
    ana: await someone('Ana'),
    ben: await someone('Ben'),
    bot: await someone('Bot', { kind: 'bot' }),
  }
}
