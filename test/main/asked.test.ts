import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { wording } from '#words'
import { SWITCHES } from '../../src/main/environment.ts'
import { parseOptions } from '../../src/main/options.ts'
import { StartError } from '../../src/main/start-error.ts'
import { startTestLocalnet } from '../support/localnet.ts'
import { programOf } from '../support/programs.ts'

/* What every command says that is asked wrongly: what is wrong, how it is asked rightly, and 2. Nothing is begun. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'coffer-asked-'))
const file = join(folder, 'file')
writeFileSync(file, 'nothing that anybody asked for')
const [nowhere, key] = [join(folder, 'nowhere'), 'ab'.repeat(32)]
const long = join(folder, 'long')
writeFileSync(long, 'x'.repeat(20_001))
const authority = fileURLToPath(new URL('certificates/authority.pem', import.meta.url))

interface Ended {
  readonly code: number | string
  readonly out: string
  readonly said: string
}

function run(program: string, args: readonly string[]): Promise<Ended> {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  // The wallet's own program starts with nothing that could bring code.
  const env = { PATH, TMPDIR, HOME: folder, LANG: 'en', ...(program === BROWSER ? {} : { NODE_COMPILE_CACHE }) }
  const switches = program.endsWith('.ts') ? SWITCHES : []
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...switches, MADE[program]?.() ?? (isAbsolute(program) ? program : join(ROOT, program)), ...args],
      { cwd: folder, env },
      (error, out, said) => {
        resolve({ code: error?.code ?? error?.signal ?? 0, out, said })
      },
    )
    child.stdin?.end()
  })
}

const STARTERS = ['build/start.mjs', 'build/dev.mjs']
const WITHOUT_WORDS = ['build/test.mjs', 'build/lint.mjs', 'build/licences.mjs', 'build/words.mjs', 'build/dist.mjs']
const STATEMENT = 'src/main/verify-statement.ts'
const DOCTOR = 'src/main/doctor.ts'
const WALLET = 'src/main/wallet.ts'
const LOCALNET = 'src/localnet/cli.ts'
const BROWSER = 'src/main/browser.ts'
const [RELEASE, MANIFEST, RUN] = ['build/release.mjs', 'build/release-manifest.mjs', 'build/run.mjs']
const SUITES = ['bench/bench', 'attack/attack', 'faults/faults', 'soak/soak', 'demo/demo'].map(
  (name) => `test/${name}.ts`,
)

/** What several rows start is made into one file first. */
const MADE: Readonly<Record<string, () => string>> = {
  [BROWSER]: () => programOf(BROWSER),
  [DOCTOR]: () => programOf(DOCTOR),
  [STATEMENT]: () => programOf(STATEMENT),
  [WALLET]: () => programOf(WALLET),
  [LOCALNET]: () => programOf(LOCALNET),
}

type Row = readonly [program: string, args: readonly string[], why: string]

/** Values that the host would refuse, which is built only to say so. */
const REFUSED: readonly (readonly string[])[] = [
  ...['abc', '65536', '8e3', '1.5', ' 80'].map((port) => ['--port', port]),
  ...[
    'nonsense',
    'http://example.com',
    'https://a:b@c.example',
    'https://a.example/?q',
    'ftp://a.example',
    'Local',
  ].map((network) => ['--network', network]),
  ['--data', file],
  ...['nonsense', 'http://', 'http://a:b@127.0.0.1:80', 'ftp://127.0.0.1', 'http://127.0.0.1/x'].map((proxy) => [
    '--proxy',
    proxy,
  ]),
  ...[nowhere, folder, long].map((ca) => ['--ca', ca]),
  ['--updates', 'http://127.0.0.1:9'],
  ['--update-key', key],
  ['--updates', 'https://updates.example', '--update-key', key],
  ['--updates', 'http://127.0.0.1:9', '--update-key', 'ab'],
]
const TAKEN: readonly (readonly string[])[] = [
  [],
  ...['0', '65535', '00080'].map((port) => ['--port', port]),
  ...[
    'local',
    'mainnet',
    'https://a.example/b',
    'http://127.0.0.1:7001/upstream',
    'http://[::1]:1',
    'http://localhost',
  ].map((network) => ['--network', network]),
  ...[nowhere, folder].map((data) => ['--data', data]),
  ...['none', 'http://127.0.0.1:8080', 'https://proxy.example', 'socks5://[::1]', 'socks5h://127.0.0.1:9050/'].map(
    (proxy) => ['--proxy', proxy],
  ),
  ['--ca', authority],
  ['--updates', 'http://localhost:9/', '--update-key', key],
]

const ROWS: readonly Row[] = [
  ...[...STARTERS, ...WITHOUT_WORDS, RELEASE, MANIFEST, RUN, 'build/smoke.mjs', 'build/icons.mjs', ...SUITES].map(
    (program): Row => [program, ['--x'], 'There is no option --x.'],
  ),
  ...[...STARTERS, ...WITHOUT_WORDS, 'build/smoke.mjs', 'test/demo/demo.ts'].map(
    (program): Row => [program, ['word'], 'Nothing is known about “word”.'],
  ),
  ...STARTERS.flatMap((program): Row[] => [
    [program, ['--host', 'phone'], '--host takes electron or browser.'],
    [program, ['--port', 'abc'], '--port takes a number from 0 to 65535.'],
    [program, ['--port', '65536'], '--port takes a number from 0 to 65535.'],
    [program, ['--data', file], `--data takes a folder, and ${file} is a file.`],
    [program, ['--network'], '--network takes a value.'],
    [program, ['--data', '--no-open'], '--data takes a value.'],
    [program, ['--data='], '--data takes a value.'],
    [program, ['--no-open=yes'], '--no-open takes no value.'],
    [program, ['--port', '1', '--port', '2'], '--port is there twice.'],
  ]),
  ['build/test.mjs', ['--nightly', '--nightly'], '--nightly is there twice.'],
  ['build/smoke.mjs', ['--packaged'], '--packaged takes a value.'],
  ['build/smoke.mjs', ['--packaged', nowhere], `There is no folder ${nowhere}.`],
  ['build/smoke.mjs', ['--packaged', file], `${file} is no folder.`],
  [RUN, ['nowhere.ts'], 'There is no file nowhere.ts.'],
  [RUN, ['src'], 'There is no file src.'],
  [RELEASE, [], 'FOLDER is missing'],
  [RELEASE, [nowhere], `There is no folder ${nowhere}.`],
  [RELEASE, [file], `${file} is no folder.`],
  [RELEASE, [folder, 'more'], 'Nothing is known about “more”.'],
  [RELEASE, [folder, '--key'], '--key takes a value.'],
  [RELEASE, [folder, '--key', 'ab'], '--key takes 64 hex characters.'],
  [RELEASE, [folder, '--key', key, '--key', key], '--key is there twice.'],
  [MANIFEST, [], 'FOLDER is missing'],
  [MANIFEST, [nowhere], `There is no folder ${nowhere}.`],
  [MANIFEST, [file], `${file} is no folder.`],
  [MANIFEST, [folder, '--serial', '1'], '--serial is only for --root.'],
  [MANIFEST, ['--root', '--share', '1'], '--share is not for --root.'],
  [MANIFEST, ['--root', folder], '--root takes no folder.'],
  [STATEMENT, [], 'FILE is missing'],
  [STATEMENT, [nowhere], `There is no file ${nowhere} that can be read.`],
  [STATEMENT, [folder], `There is no file ${folder} that can be read.`],
  [STATEMENT, [file, 'more'], 'more is not an option of Coffer.'],
  [STATEMENT, [file, '--x'], '--x is not an option of Coffer.'],
  [STATEMENT, [file, '--key'], '--key takes a value'],
  [STATEMENT, [file, '--key', 'ab'], '--key takes the 64 hex characters'],
  [STATEMENT, [file, '--key', key, '--key', key], '--key is given twice.'],
  [DOCTOR, [], '--keystore is missing'],
  [DOCTOR, ['--x'], '--x is not an option of Coffer.'],
  [DOCTOR, ['word'], 'word is not an option of Coffer.'],
  [DOCTOR, ['--keystore'], '--keystore takes a value'],
  [DOCTOR, ['--keystore', file, '--keystore', file], '--keystore is given twice.'],
  [DOCTOR, ['--keystore', nowhere], 'holds no keystore'],
  [DOCTOR, ['--keystore', folder], 'holds no keystore'],
  [DOCTOR, ['--keystore', file, '--network', 'local'], 'the address that npm run localnet prints'],
  [DOCTOR, ['--keystore', file, '--data', folder], '--data is only for --pay-myself'],
  [DOCTOR, ['--keystore', file, '--report', join(nowhere, 'report')], '--report takes a file that can be written'],
  [DOCTOR, ['--keystore', file, '--report', folder], '--report takes a file that can be written'],
  [DOCTOR, ['--keystore', file, '--proxy', 'nonsense'], '--proxy takes none, or an address'],
  [DOCTOR, ['--keystore', file, '--ca', nowhere], '--ca takes a PEM file'],
  [WALLET, [], 'Say what is asked'],
  [WALLET, ['what'], '“what” is nothing that can be asked.'],
  [WALLET, ['balances', 'more'], 'Say what is asked'],
  [WALLET, ['draft', 'somebody', '1'], 'Say what is asked'],
  [WALLET, ['balances', '--x'], '--x is not an option of Coffer.'],
  [WALLET, ['balances', '--memo', 'x'], '--memo is not for balances.'],
  [WALLET, ['accounts', '--account', 'x'], '--account is not for accounts.'],
  [WALLET, ['draft', 'somebody', '1', 'BTC', '--count', '1'], '--count is not for draft.'],
  [WALLET, ['activity', '--count', '0'], '--count takes a number from 1 to 1000000.'],
  [WALLET, ['balances', '--network', 'nonsense'], '--network takes local, mainnet'],
  [WALLET, ['balances', '--data', nowhere], `There is no folder ${nowhere}.`],
  [WALLET, ['balances', '--data', file], `--data takes a folder, and ${file} is a file.`],
  [BROWSER, ['--port', 'abc'], '--port takes a number'],
  [BROWSER, ['--port', '1', '--port', '2'], '--port is given twice.'],
  [BROWSER, ['--data', file], `--data takes a folder, and ${file} is a file.`],
  [BROWSER, ['--network', 'nonsense'], '--network takes local, mainnet'],
  [LOCALNET, ['--x'], "Unknown option '--x'"],
  [LOCALNET, ['word'], "Unexpected argument 'word'."],
  [LOCALNET, ['--port', '70000'], '--port takes a number from 0 to 65535.'],
  [LOCALNET, ['--data'], '--data takes a value.'],
  [LOCALNET, ['--data='], '--data takes a value.'],
  [LOCALNET, ['--data', ''], '--data takes a value.'],
  [LOCALNET, ['--data', '--faults'], '--data takes a value.'],
  [LOCALNET, ['--seed='], '--seed takes a value.'],
  [LOCALNET, ['--faults=yes'], '--faults takes no value.'],
  [LOCALNET, ['--port', '1', '--port', '2'], '--port is there twice.'],
  ['test/bench/bench.ts', ['stores'], 'There is no suite stores.'],
  ['test/attack/attack.ts', ['no such attack'], 'No attack is named by “no such attack”.'],
  ['test/attack/attack.ts', ['--quick', '--quick'], '--quick is there twice.'],
  ['test/soak/soak.ts', ['many'], '“many” is not one of three whole numbers'],
]

describe('a command that is asked wrongly', () => {
  it.concurrent.each(ROWS.map(([program, args, why]) => ({ program, args, why })))(
    '$program $args says “$why” and ends with 2',
    async ({ program, args, why }) => {
      const { code, out, said } = await run(program, args)
      // What a program gives may be on its way to a file.
      expect(out).toBe('')
      const words = said.trim()
      expect(words).toContain(why)
      expect(code).toBe(2)
      // One or two sentences, and how it is asked: no trace of where it was found out.
      expect(words).not.toMatch(/\n\s+at |Error:/)
      expect(words.split('\n').length).toBeLessThanOrEqual(3)
    },
  )
})

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

describe('a local network that cannot be started', () => {
  it('says whose port or folder it is, and what to do', async () => {
    const [data, taken] = [join(folder, 'network'), createServer()]
    taken.listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const byPort = await run(LOCALNET, ['--port', String(port), '--data', data])
    taken.close()
    expect(byPort.code).toBe(1)
    expect(byPort.said).toMatch(new RegExp(`Port ${port} is in use\\. Choose another with --port`))
    expect(byPort.said).not.toContain('EADDRINUSE')
    const net = await startTestLocalnet({ dir: data })
    const byFolder = await run(LOCALNET, ['--data', data])
    await net.close()
    expect(byFolder.code).toBe(1)
    expect(byFolder.said).toContain(
      `Another local network runs in ${data}. End it, or name another folder with --data.`,
    )
  })
})

describe('the options of a start', () => {
  /** In which words it is refused; null where it is taken. */
  function refusal(read: () => unknown): string | null {
    try {
      read()
      return null
    } catch (error) {
      return error instanceof StartError ? wording(error.why) : (error as Error).message.split('\n')[0] || null
    }
  }

  it.each([...REFUSED, ...TAKEN].map((args) => ({ args, isTaken: TAKEN.includes(args) })))(
    '$args mean the same to what starts the host as to the host',
    async ({ args, isTaken }) => {
      const starter = (await import(pathToFileURL('build/start-options.mjs').href)) as {
        hostAsked(usage: string, args: readonly string[]): unknown
      }
      const ours = refusal(() => starter.hostAsked('npm start', args))
      expect(ours).toBe(refusal(() => parseOptions(args)))
      expect(ours === null).toBe(isTaken)
    },
  )
})

describe('where nothing was built yet', () => {
  const tree = join(folder, 'tree')
  cpSync(join(ROOT, 'build'), join(tree, 'build'), { recursive: true, filter: (path) => !path.includes('screenshots') })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(ROOT, name), join(tree, name))
  for (const name of ['node_modules', 'resources', 'src', 'test'])
    symlinkSync(join(ROOT, name), join(tree, name), 'junction')
  const programs = Object.entries(scripts).filter(([, line]) => line.startsWith('node build/'))

  it.concurrent.each(programs)('npm run %s that is asked wrongly builds nothing', async (_, line) => {
    const [, program = '', ...args] = line.split(' ')
    const { code, out, said } = await run(join(tree, program), [...args, '--bogus'])
    expect([code, out]).toEqual([2, ''])
    expect(said).toContain('--bogus')
    expect(said).not.toContain('Coffer is built')
  })

  it.concurrent.each(STARTERS.flatMap((program) => REFUSED.map((args) => ({ program, args }))))(
    '$program $args builds nothing',
    async ({ program, args }) => {
      const { code, out, said } = await run(join(tree, program), args)
      expect([code, out]).toEqual([2, ''])
      expect(said).toMatch(new RegExp(`^.*${args[0] ?? ''} `))
      expect(said).not.toContain('Coffer is built')
    },
  )
})

describe('help', () => {
  const programs = Object.values(scripts).flatMap(
    (line) => /^node (?:build\/run\.mjs .*?)?(\S+\.(?:mjs|ts))/.exec(line)?.[1] ?? [],
  )

  it('is there for every command that is a program of ours', () => {
    expect(new Set(programs)).toEqual(
      new Set([
        ...STARTERS,
        'build/test.mjs',
        'build/lint.mjs',
        'build/smoke.mjs',
        'build/dist.mjs',
        RELEASE,
        MANIFEST,
        ...SUITES,
        LOCALNET,
        DOCTOR,
        STATEMENT,
        WALLET,
      ]),
    )
  })

  it.concurrent.each(programs)('is given by %s, which does nothing else', async (program) => {
    const { code, out, said } = await run(program, ['--help'])
    expect([code, said]).toEqual([0, ''])
    expect(out).toMatch(/npm (?:run )?[a-z-]+/)
  })

  it.each([DOCTOR, STATEMENT, WALLET])('of %s that nobody reads to its end breaks nothing', async (program) => {
    const args = [...SWITCHES, MADE[program]?.() ?? program, '--help']
    const child = execFile(process.execPath, args, { cwd: folder, env: { LANG: 'en' } })
    child.stdout?.destroy()
    let said = ''
    child.stderr?.on('data', (text: string) => {
      said += text
    })
    expect([...(await once(child, 'close')), said]).toEqual([0, null, ''])
  })

  it.concurrent.each([LOCALNET, DOCTOR, STATEMENT, WALLET])('of %s explains each of its options', async (program) => {
    const [usage = '', ...lines] = (await run(program, ['--help'])).out.split('\n')
    const explained = lines.filter((line) => /^ {2}\S.* {2,}\S/.test(line)).join('\n')
    const options = usage.match(/--(?!help)[a-z-]+|FILE/g) ?? []
    for (const option of options) expect(explained).toContain(option)
    expect(explained.split('\n').length).toBeGreaterThan(1)
  })
})
