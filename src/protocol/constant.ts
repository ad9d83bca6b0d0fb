/** Asset that pays for storage and claims. */
export const XIN_ASSET_ID = 'c94ac88f-4671-3976-b60a-09064f1811e8'
/** Its kernel id. */
export const XIN_KERNEL_ASSET_ID = 'a99c2e0e2b1da4d648755ef19bd95139acbbe6564cfb06dec7cd34931ca72cdc'
/** User who receives withdrawal fees. */
export const FEE_USER_ID = '674d6776-d600-4346-af46-58e77d8df185'
/** Where storage fees are burnt by custom: the kernel account of 64 bytes 01, as a group of one that asks for 64 signatures. */
export const STORAGE_RECIPIENT =
  'MIXSK6TsZiYZ8uUxjggvf5CmfYmny8qf831CrXaGEZ2KwkwWguJn1Y21Nh1Rw1sN5GFnFW1R2Qc3p6KtAbqpEGXq4MMSTZET3YP'
export const STORAGE_ADDRESS =
  'XINSwYaJPnKiwBWqXm4i3e3My9GKguReMRyB1sRSexeHcQ7V66RWsicAiR2dokcQ5kiJsfY5QbEjTcqRQRCxkEyENBaz4AeB'

/** Most of an asset that the kernel lets in by deposits, by asset id ("kernel: asset capacity"). */
export const ASSET_CAPACITIES: Readonly<Record<string, string>> = {
  'c6d0c728-2624-429b-8e0d-d9d19b6592fa': '2500',
  '43d61dcd-e413-450d-80b8-101d5e903357': '5000',
  [XIN_ASSET_ID]: '750000',
  'f5ef6b5d-cc5a-3d90-b2c0-a2fd386e7a3c': '200000000',
  'eea900a8-b327-488c-8d8d-1428702fe240': '30000000',
  '4d8c508b-91c5-375b-92b0-ee702ed2dac5': '12000000',
  'b91e18ff-a9ae-3dc7-8679-e935d9a4b34b': '20000000',
  '31d2ea9c-95eb-3355-b65b-ba096853bc18': '1000000000000',
  '9b180ab6-6abe-3dc0-a13f-04169eb34bfa': '3000000',
  '6cfe566e-4aad-470b-8c9a-2fd35b49c68d': '3500000',
  '64692c23-8971-4cf4-84a7-4dd1271dd887': '60000',
  'a31e847e-ca87-3162-b4d1-322bc552e831': '1100000',
  '6770a1e5-6086-44d5-b60f-545f9d9e8ffd': '25000000',
}
export const OTHER_CAPACITY = '115792089237316195423570985008687907853269984665640564039457.58400791'
