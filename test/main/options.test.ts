import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { said, wording } from '#words'
import { cleanEnvironment, refusals, removeStray } from '../../src/main/environment.ts'
import { defaultDataDir, parseOptions, remoteNetwork } from '../../src/main/options.ts'
import { StartError } from '../../src/main/start-error.ts'

const linux = { platform: 'linux', env: {}, home: '/home/a' } as const

describe('parseOptions', () => {
  it('leaves the network open and takes the default folder when nothing is asked', () => {
    expect(parseOptions([], linux)).toEqual({
      network: null,
      updates: null,
      dataDir: '/home/a/.local/share/coffer',
      port: 0,
      open: true,
    })
  })

  it('takes an update service on this computer with its key, and no other', () => {
    const key = 'ab'.repeat(32)
    const updates = (url: string, more = ['--update-key', key]) =>
      parseOptions(['--updates', url, ...more], linux).updates
    expect(updates('http://127.0.0.1:9/')).toEqual({ url: 'http://127.0.0.1:9', rootKey: key })
    for (const url of ['https://updates.example', 'http://127.0.0.1.example', 'nowhere', '']) {
      expect(() => updates(url), url).toThrow(StartError)
    }
    expect(() => updates('http://127.0.0.1:9', [])).toThrow(StartError)
    expect(() => updates('http://127.0.0.1:9', ['--update-key', 'ab'])).toThrow(StartError)
    expect(() => parseOptions(['--update-key', key], linux)).toThrow(StartError)
  })

  it('takes every option of the command', () => {
    const args = [
      '--host',
      'browser',
      '--network=mainnet',
      '--data',
      resolve('/nowhere/x'),
      '--port',
      '8123',
      '--no-open',
    ]
    expect(parseOptions(args, linux)).toEqual({
      network: 'mainnet',
      dataDir: resolve('/nowhere/x'),
      port: 8123,
      open: false,
      updates: null,
    })
  })

  it.each([
    ['--unknown'],
    ['positional'],
    ['--port', '70000'],
    ['--port', '-1'],
    ['--port', '8e3'],
    ['--data'],
    ['--no-sandbox'],
  ])('refuses %s %s', (...args) => {
    expect(() => parseOptions(args, linux)).toThrow(StartError)
  })

  it.each([
    [['--unknown=1'], said('main.option.unknown', { option: '--unknown' })],
    [['-r', '/tmp/x.js'], said('main.option.unknown', { option: '-r' })],
    [['positional'], said('main.option.text', { text: 'positional' })],
    [['--data'], said('main.option.value-missing', { option: '--data' })],
    [['--data', '--no-open'], said('main.option.value-missing', { option: '--data' })],
    [['--no-open=yes'], said('main.option.no-value', { option: '--no-open' })],
    [['--port', '70000'], said('main.option.port')],
  ])('says what is wrong with %j', (args, why) => {
    expect(() => parseOptions(args, linux)).toThrow(expect.objectContaining({ why }))
  })

  it.each([
    ['linux', { XDG_DATA_HOME: '/xdg' }, '/xdg/coffer'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/a/.local/share/coffer'],
    ['darwin', {}, '/home/a/Library/Application Support/Coffer'],
    ['win32', { APPDATA: '/roaming' }, '\\roaming\\Coffer'],
  ] as const)('follows the custom of %s for the data folder (%j)', (platform, env, folder) => {
    expect(defaultDataDir({ platform, env, home: '/home/a' })).toBe(folder)
  })
})

describe('remoteNetwork', () => {
  it('knows the real service and the keys its deposit addresses are signed with', () => {
    const profile = remoteNetwork('mainnet')
    expect(profile).toMatchObject({
      name: 'mainnet',
      kind: 'mainnet',
      baseUrl: 'https://api.mixin.one',
      dialect: 'upstream',
    })
    expect(profile.depositKeys).toHaveLength(2)
  })

  it('names a service by its address, so that data of two services never meet', () => {
    expect(remoteNetwork('https://mixin.example/api/')).toMatchObject({
      name: 'custom-mixin.example-api',
      kind: 'custom',
      baseUrl: 'https://mixin.example/api',
    })
    expect(remoteNetwork('http://127.0.0.1:4000').name).toBe('custom-127.0.0.1-4000')
  })

  it.each([
    ['mainnet', 'wss://blaze.mixin.one'],
    ['https://mixin-api.zeromesh.net', 'wss://mixin-blaze.zeromesh.net'],
    ['https://mixin.example/api/', 'wss://mixin.example/api'],
    ['http://127.0.0.1:4000/upstream', 'ws://127.0.0.1:4000/upstream'],
  ])('asks phones of %s at %s', (network, socket) => {
    expect(remoteNetwork(network).phoneSocket).toBe(socket)
  })

  it.each([
    'http://mixin.example',
    'ftp://mixin.example',
    'https://user:pass@mixin.example',
    'https://:pass@mixin.example',
    'https://mixin.example/?x=1',
    'https://mixin.example/#x',
    'local?',
    '',
    'http://127.0.0.1.evil.example',
  ])('refuses %s', (network) => {
    expect(() => remoteNetwork(network)).toThrow(StartError)
  })
})

describe('refusals', () => {
  it.each([
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'NODE_USE_ENV_PROXY',
    'NODE_COMPILE_CACHE',
    'NODE_USE_SYSTEM_CA',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'NODE_DEBUG',
    'OPENSSL_CONF',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'SSLKEYLOGFILE',
    'LD_PRELOAD',
    'LD_AUDIT',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
  ])('refuses %s', (name) => {
    expect(refusals({ [name]: '/x' }, []).map(wording)).toEqual([`${name} is set`])
  })

  it('lets an installed program have libraries of its own, and of nobody else', () => {
    const program = '/tmp/.mount_coffer/coffer'
    expect(refusals({ LD_LIBRARY_PATH: '/tmp/.mount_coffer/usr/lib:' }, [], program)).toEqual([])
    for (const path of [
      '/tmp/.mount_coffer/usr/lib:/tmp/x',
      '/tmp/.mount_coffer/../x',
      'usr/lib',
      '/tmp/.mount_coffer',
    ])
      expect(refusals({ LD_LIBRARY_PATH: path }, [], program).map(wording)).toEqual(['LD_LIBRARY_PATH is set'])
  })

  it.each([
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--inspect-port=1',
    '--inspect-wait',
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--tls-keylog=/tmp/k',
    '--require=/tmp/x.js',
    '--import=/tmp/x.mjs',
    '--experimental-loader=x',
    '-r',
    '--heapsnapshot-signal=SIGUSR2',
    '--report-on-signal',
    '--cpu-prof',
    '--env-file=/tmp/x',
    '--tls-min-v1.0',
    '--enable-source-maps',
    '--anything-that-node-may-learn',
  ])('refuses %s', (option) => {
    expect(refusals({}, [option])).toHaveLength(1)
  })

  it('lets an ordinary start pass', () => {
    expect(refusals({ PATH: '/usr/bin', EDITOR: 'vi', NODE_OPTIONS: '' }, ['--disable-sigusr1'])).toEqual([])
  })
})

describe('removeStray', () => {
  it('takes away all that a wallet does not need', () => {
    const env: Record<string, string | undefined> = {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      HTTPS_PROXY: 'http://x',
      PATH: '/bin',
    }
    removeStray(env)
    expect(env).toEqual({ PATH: '/bin' })
  })
})

describe('cleanEnvironment', () => {
  it('passes screen, home, language, input and session bus and nothing that steers a browser', () => {
    expect(
      cleanEnvironment({
        DISPLAY: ':0',
        DBUS_SESSION_BUS_ADDRESS: 'unix:x',
        XDG_RUNTIME_DIR: '/run/user/1',
        XMODIFIERS: '@im=fcitx',
        GTK_MODULES: 'x',
        HOME: '/h',
        LC_ALL: 'C',
        CHROMIUM_FLAGS: '--x',
        HTTPS_PROXY: 'p',
        npm_config_x: '1',
        MY_HOME: 'x',
      }),
    ).toEqual({
      DISPLAY: ':0',
      DBUS_SESSION_BUS_ADDRESS: 'unix:x',
      XDG_RUNTIME_DIR: '/run/user/1',
      XMODIFIERS: '@im=fcitx',
      HOME: '/h',
      LC_ALL: 'C',
    })
  })
})
