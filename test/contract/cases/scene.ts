import type { Dialect } from '#contract/domain'
import type { EndpointName } from '#contract/http'
import { type NewcomerOptions, newcomer, type Person, type TestLocalnet } from '../../support/localnet.ts'

export type Scene = Awaited<ReturnType<typeof sceneOf>>
type Case = (scene: Scene) => Promise<void>

/** One case for each row of the endpoint table; a row without one does not compile, and fails a test besides. */
export type Cases = { readonly [Name in EndpointName]: Case }

/** A network with people on it who all speak one dialect. */
export async function sceneOf(net: TestLocalnet, dialect: Dialect) {
  const someone = (name: string, options: Omit<NewcomerOptions, 'dialect'> = {}): Promise<Person> =>
    newcomer(net, name, { ...options, dialect })
  const [ana, ben, bot] = [await someone('Ana'), await someone('Ben'), await someone('Bot', { kind: 'bot' })]
  return { net, dialect, someone, ana, ben, bot } as const
}
