/** The calls whose answers the doctor reads, so that an answer of another shape can name the line that tells more. */
export const EXAMINED = [
  ...(['me.read', 'profile.read', 'sessions.fetch', 'users.read', 'users.fetch', 'users.search'] as const),
  ...(['friends.list', 'relationships.blocked', 'sharedBots.list'] as const),
  ...(['assets.list', 'assets.read', 'assets.fetch', 'assets.fees', 'assets.search', 'assets.top'] as const),
  ...(['assets.network', 'assets.ticker', 'chains.list', 'chains.read', 'fiats.list'] as const),
  ...(['addresses.check', 'addresses.list', 'deposits.list', 'deposits.entries'] as const),
  ...(['outputs.list', 'outputs.read', 'outputs.fetch', 'legacyOutputs.list'] as const),
  ...(['snapshots.list', 'snapshots.read', 'transactions.read', 'transactions.fetch'] as const),
  ...(['transactions.verify', 'keys.request', 'items.read'] as const),
  ...(['kernel.info', 'kernel.transaction', 'kernel.output', 'kernel.key'] as const),
] as const
