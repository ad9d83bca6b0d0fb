import { type Said, said } from '#words/facts'
import { isBundle } from '../approvals/bundle.ts'
import { readGroupCard } from '../approvals/groups.ts'
import { tryLink } from '../contacts/payees.ts'
import { chainsOfAddress } from '../shared/address-shapes.ts'
import { faultOf } from './link-faults.ts'

/**
 * What a text is by its form alone, so that several codes of one picture are told apart before one is chosen. Nobody is asked and nothing
 * is kept: most of them were only in the picture by chance.
 */
export function glance(text: string): Said {
  const trimmed = text.trim()
  if (isBundle(trimmed)) return said('check.scan.glance-bundle')
  try {
    if (readGroupCard(trimmed) !== undefined) return said('check.scan.glance-group')
    const link = tryLink(trimmed)
    if (link === undefined) {
      return chainsOfAddress(trimmed).length > 0 ? said('check.scan.glance-address') : said('check.scan.glance-text')
    }
    switch (link.kind) {
      case 'payment':
        if (link.inscription !== undefined || link.inscription_collection !== undefined)
          return said('check.scan.glance-collectible')
        return link.destination.kind === 'invoice'
          ? said('check.scan.glance-invoice')
          : said('check.scan.glance-payment')
      case 'external':
        return said('check.scan.glance-payment')
      case 'user':
      case 'transfer':
        return said('check.scan.glance-person')
      case 'multisig':
        return said('check.scan.glance-request')
      case 'inscription':
        return said('check.scan.glance-collectible')
      case 'app':
        return said('check.scan.glance-app')
      case 'code':
      case 'scheme':
        return said('check.scan.glance-code')
      default:
        return said('check.scan.glance-link')
    }
  } catch (error) {
    return faultOf(trimmed, error) ?? said('check.scan.glance-text')
  }
}
