import { z } from 'zod'
import { assetId, orElse, orNull, readableOf, said, text, uuid, zeroableTime } from '../wire.ts'
import { get, post } from './endpoint.ts'

const addressCheck = z.object({
  destination: said,
  tag: text,
  fee_asset_id: orNull(assetId),
  fee: text,
})

/** A place on a chain that somebody saved with the service. */
export const address = z.object({
  type: orElse(said, 'address'),
  address_id: uuid,
  asset_id: orNull(assetId),
  chain_id: orNull(assetId),
  destination: said,
  tag: text,
  label: text,
  dust: text,
  updated_at: zeroableTime,
})

const params = { id: uuid }

/** A PIN under either of the names that programs send it by. */
const pin = { pin_base64: z.string().max(400).optional(), pin: z.string().max(400).optional() }

/** Checking a place on a chain, and the service's own book of them, in which there is no edit. */
export const ADDRESS_ENDPOINTS = {
  'addresses.check': get('/external/addresses/check', addressCheck, {
    query: {
      asset: assetId,
      destination: z.string().min(1).max(512),
      tag: z.string().max(512).optional(),
      chain: assetId.optional(),
    },
    auth: 'public',
  }),
  'addresses.list': get('/safe/addresses', readableOf(address), { query: { chain: assetId.optional() }, list: true }),
  'addresses.ofAsset': get('/assets/:asset_id/addresses', readableOf(address), { params: { asset_id: assetId } }),
  'addresses.read': get('/addresses/:id', address, { params }),
  'addresses.create': post(
    '/addresses',
    z.object({
      asset_id: assetId,
      chain_id: assetId.optional(),
      label: z.string().min(1).max(64),
      destination: z.string().min(1).max(128),
      tag: z.string().max(512).optional(),
      ...pin,
    }),
    address,
  ),
  'addresses.remove': post('/addresses/:id/delete', z.object(pin), z.unknown(), { params }),
} as const
