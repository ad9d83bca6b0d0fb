import { describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { chainOfAddress, isForeignAddress } from '#protocol'
import { makeChainAddress } from '../../src/localnet/chain/address.ts'

const ids = new Map(assets.chains.map(({ name, chain_id }) => [name, chain_id]))
const id = (name: string): string => {
  const found = ids.get(name)
  if (found === undefined) throw new Error(`no chain is called ${name}`)
  return found
}

const EVM = [
  ...['Ethereum', 'Ethereum Classic', 'BNB Smart Chain', 'Polygon', 'Base', 'Optimism', 'Arbitrum', 'MVM'],
  ...['Avalanche C', 'HyperEVM'],
]

/** Addresses that are in use, nearly all of them out of the kernel's own tests, and every chain that may own them. */
const USED: readonly (readonly [address: string, chains: readonly string[]])[] = [
  ['1zgmvYi5x1wy3hUh7AjKgpcVgpA8Lj9FA', ['Bitcoin', 'Bitcoin Cash']],
  ['19q6XbBBYLhxnQGxWeS3fiehV5huV8bAZd', ['Bitcoin', 'Bitcoin Cash']],
  ['3NJZLcZEEYBpxYEUGewU4knsQRn1WM5Fkt', ['Bitcoin', 'Bitcoin Cash', 'Litecoin']],
  ['bc1qxenlll5m5zyp778j8jd6arkn99h956zkcye93n', ['Bitcoin']],
  ['BC1QA7A84SQ2NNKPXUA5DLY6FG553D5V06NSL608SS', ['Bitcoin']],
  ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', ['Bitcoin']],
  ['bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297', ['Bitcoin']],
  ['bitcoincash:pp8skudq3x5hzw8ew7vzsw8tn4k8wxsqsv0lt0mf3g', ['Bitcoin Cash']],
  ['qptz5xa5dd670f453grrplt6d4llaxlm05qmwktdc5', ['Bitcoin Cash', 'Near']],
  ['LcDrhX7NCmoRj58abHjAzfNCvk7jHxARsm', ['Litecoin']],
  ['37EstF3KLGpXFLGXGZCURmdSZzjCVMbekC', ['Bitcoin', 'Bitcoin Cash', 'Litecoin']],
  ['ltc1q3v6al5dh59ej5vhut87595460mflj55xpe82jhplfa57p2yvfrusaecf5l', ['Litecoin']],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', [...EVM, 'Near', 'Filecoin']],
  ['0xd37e273b7af22618040c48eb251c995f39261373', [...EVM, 'Near', 'Filecoin']],
  // As codes hold it that are made of capitals alone.
  ['0XD37E273B7AF22618040C48EB251C995F39261373', [...EVM, 'Near', 'Filecoin']],
  ['rK6Vezau2D1FDUhFs1me35H3xod8UKc1Go', ['XRP Ledger']],
  ['XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb', ['XRP Ledger']],
  ['eoswithmixin', ['EOS', 'Near']],
  ['eosio.token', ['EOS', 'Near']],
  ['DANHz6EQVoWyZ9rER56DwTXHWUxfkv9k2o', ['Dogecoin']],
  ['A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS', ['Dogecoin']],
  ['XksUwk1GETexCpP6Wbrdswd3TfWRSckUAn', ['Dash']],
  ['7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh', ['Dash']],
  ['t1NsuW4Xpz3GQUzt3BTZAxN6k4svKfWXgni', ['Zcash']],
  ['t3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd', ['Zcash']],
  ['TBJSVkP9zNDmHwnZtZHqG1GZXtWuJL71Mv', ['TRON']],
  ['GD77JOIFC622O5HXU446VIKGR5A5HMSTAUKO2FSN5CIVWPHXDBGIAG7Y', ['Stellar']],
  ['MD77JOIFC622O5HXU446VIKGR5A5HMSTAUKO2FSN5CIVWPHXDBGIAAAAAAAAAAAAADCO2', ['Stellar']],
  ['cosmos14xwf5zcf0qk2t8vuqtr0zv9yt9g85dust0u68d', ['Cosmos']],
  ['447XRzap95djHJ1eQPXH6a1atfkZ1LLeVbr36BEH5HJCZgESVsCwpZfLX413y7gECRPaKS3Wz3izkQcQzzfRre6ER4oKK1P', ['Monero']],
  // An integrated one, which holds a payment id.
  [
    '4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK',
    ['Monero'],
  ],
  ['883UmfvPF1NezhWZuVwZBbP2WyE6Z6BceCekLae8uw3RfzZMUk6mpBkEcKKfQbSEUBhLq4dEhWsjJcnMTqSM9AMALtnVjsm', ['Monero']],
  ['GuscxHWgjxoMTokbW5bmt54WnHAVEtyE3RCVXgxdZjnG', ['Solana']],
  ['69UwBV4LPg7hHUS5JXiXyfgVnESmDKe8KJppsLj8pRU', ['Solana']],
  ['d6b52637bf0e03a253a634a64705580ed0d2d58479613a0aa13c4342db172323', ['Near']],
  ['some-body.near', ['Near']],
  ['f1egh23o5qy2ibkqwawqyjague4urpxiyf672l6zi', ['Filecoin']],
  [
    'G57w8Br44AYd6aEKfagTyLFvt4tTLhDdzGsX6PbYwfumwpjc1htSpWfoey2FLYNKMJA28q8YyqYb83dh66A7BTVA4XNZzXsNNUDv1nTmaw',
    ['MobileCoin'],
  ],
  ['13eM4Bgw55j93P7tiozfSjCkr55imbbiyso9MTG6YiQLaZSt', ['Polkadot']],
  ['X-avax1emj30lmw3mcdgnmzl2plrmmvahln9mnmfzw2d5', ['Avalanche X']],
  ['0x89fa1b72e65fab3da9a42dfe28047c658a5f1ab8857daaf9621b62156baec9f4', ['Aptos']],
  // Without its leading zero.
  ['0x9fa1b72e65fab3da9a42dfe28047c658a5f1ab8857daaf9621b62156baec9f4', ['Aptos']],
  ['EQDg3BjFRYIoI63laXTeg8tSbLza_zx5-hA6lg6hatdm9m_L', ['TON']],
  // On the chain of the masters.
  ['Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF', ['TON']],
]

const MONERO_DAMAGED = '447XRzap95djHJ1eQPXH6a1atfkZ1LLeVbr36BEH5HJCZgESVsCwpZfLX413y7gECRPaKS3Wz3izkQcQzzfRre6ER4oKK1Q'

describe('isForeignAddress', () => {
  it.each(USED)('of %s is false for those chains alone whose it may be', (address, chains) => {
    // Nothing is known of how Lightning is paid to.
    const may = new Set([...chains, 'Lightning'])
    expect([...ids].filter(([, chain]) => !isForeignAddress(chain, address)).map(([name]) => name)).toEqual(
      [...ids].filter(([name]) => may.has(name)).map(([name]) => name),
    )
  })

  it('has an address of each chain to be judged by', () => {
    const named = new Set(USED.flatMap(([, chains]) => chains))
    expect([...ids.keys()].filter((name) => !named.has(name))).toEqual(['Lightning'])
  })

  it.each([...ids])('lets every address of %s pass that the local network gives', (_, chain) => {
    for (let at = 0; at < 50; at += 1) {
      const material = Uint8Array.from({ length: 64 }, (_, byte) => (at * 89 + byte * 57 + at * byte) % 256)
      expect(isForeignAddress(chain, makeChainAddress(chain, material))).toBe(false)
    }
  })

  it('lets pass what is no address of a chain that is not known', () => {
    expect(isForeignAddress('9d29e4f6-d67c-4c4b-9525-604b04afbe9f', '1zgmvYi5x1wy3hUh7AjKgpcVgpA8Lj9FA')).toBe(false)
  })

  it.each<[string, string, string]>([
    ['a letter of base58', 'Bitcoin', '1zgmvYi5x1wy3hUh7AjKgpcVgpA8Lj9FB'],
    ['a letter of bech32', 'Bitcoin', 'bc1qxenlll5m5zyp778j8jd6arkn99h956zkcye93m'],
    [
      'the sum of bech32 where bech32m is due',
      'Bitcoin',
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
    ],
    ['the network', 'Bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
    ['one capital of bech32', 'Bitcoin', 'bc1qxenlll5m5zyp778j8jd6arkn99h956zkcye93N'],
    ['the length of base58', 'Bitcoin', '1mwxoe8ttWiwuh9ssUMf3EeTZLYA9teu8Hr'],
    ['a capital', 'Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['a digit too few', 'Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['a letter', 'XRP Ledger', 'rK6Vezau2D1FDUhFs1me35H3xod8UKc1Gp'],
    ['a letter', 'TRON', 'TBJSVkP9zNDmHwnZtZHqG1GZXtWuJL71Mw'],
    ['a letter', 'Filecoin', 'f1egh23o5qy2ibkqwawqyjague4urpxiyf672l6za'],
    ['a letter within', 'Filecoin', 'f1egh23o5qy2ibkqwawqyjague4urpxixf672l6zi'],
    ['a letter of Monero', 'Monero', MONERO_DAMAGED],
    ['a letter', 'Polkadot', '13eM4Bgw55j93P7tiozfSjCkr55imbbiyso9MTG6YiQLaZSu'],
    ['a space behind it', 'Solana', 'GuscxHWgjxoMTokbW5bmt54WnHAVEtyE3RCVXgxdZjnG '],
    ['nothing there', 'TON', ''],
  ])('is true for %s that is wrong, on %s', (_, chain, address) => {
    expect(isForeignAddress(id(chain), address)).toBe(true)
  })
})

describe('chainOfAddress', () => {
  it.each<[string, string | undefined]>([
    ['bc1qxenlll5m5zyp778j8jd6arkn99h956zkcye93n', 'Bitcoin'],
    ['3NJZLcZEEYBpxYEUGewU4knsQRn1WM5Fkt', 'Bitcoin'],
    ['0xd37e273b7af22618040c48eb251c995f39261373', 'Ethereum'],
    ['LcDrhX7NCmoRj58abHjAzfNCvk7jHxARsm', 'Litecoin'],
    // By chance a name or a key of another chain reads the same.
    ['eoswithmixin', undefined],
    ['GuscxHWgjxoMTokbW5bmt54WnHAVEtyE3RCVXgxdZjnG', undefined],
  ])('of %s is %s', (address, chain) => {
    expect(chainOfAddress(address)).toBe(chain === undefined ? undefined : id(chain))
  })
})
