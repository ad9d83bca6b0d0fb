import { order } from './localnet.ts'

export type Keystore = Readonly<Record<string, string>>

/** A new account of the network as some program left it, with the file of its session. */
export const newKeystore = async (network: { readonly url: string }, given: object): Promise<Keystore> =>
  (await order(network, 'accounts', given)) as Keystore // what the call answers
