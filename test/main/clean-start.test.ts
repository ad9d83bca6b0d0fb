import { afterEach, describe, expect, it } from 'vitest'
import { speak, wording } from '#words'
import { ensureCleanStart } from '../../src/main/clean-start.ts'
import { SWITCHES } from '../../src/main/environment.ts'
import { StartError } from '../../src/main/start-error.ts'

class Replaced extends Error {}

afterEach(() => speak('en'))

/** A start as Node tells of it; becoming another process ends in `Replaced`, since nothing after it runs. */
function starting(given: Partial<Parameters<typeof ensureCleanStart>[0]> = {}) {
  const became: { file: string; args: readonly string[]; env: NodeJS.ProcessEnv }[] = []
  const own = {
    platform: 'linux' as const,
    env: { PATH: '/bin' },
    execArgv: [...SWITCHES],
    argv: ['node', 'browser.js', '--no-open'],
    execPath: '/bin/node',
    allowedNodeEnvironmentFlags: new Set(SWITCHES),
    execve(file: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): never {
      became.push({ file, args, env })
      throw new Replaced()
    },
    ...given,
  }
  return { own, became }
}

function whyNot(own: Parameters<typeof ensureCleanStart>[0]) {
  try {
    ensureCleanStart(own)
  } catch (error) {
    if (error instanceof StartError) return error.why
  }
  throw new Error('it started, or did not say why')
}

describe('ensureCleanStart', () => {
  it('lets the start of a launcher go on as it is', () => {
    const { own, became } = starting()
    ensureCleanStart(own)
    expect(became).toEqual([])
  })

  it.each([
    ['a switch is missing', { execArgv: [] }],
    ['a variable is not of the list', { env: { PATH: '/bin', EDITOR: 'vi' } }],
  ])('starts once more in its own place when %s', (_what, given) => {
    const { own, became } = starting(given)
    expect(() => ensureCleanStart(own)).toThrow(Replaced)
    const args = ['/bin/node', ...SWITCHES, 'browser.js', '--no-open']
    expect(became).toEqual([{ file: '/bin/node', args, env: { PATH: '/bin' } }])
  })

  it.each([
    ['a variable brings code of others', { env: { NODE_OPTIONS: '-r /tmp/x.js' } }],
    ['a switch is not ours', { execArgv: [...SWITCHES, '--cpu-prof'] }],
  ])('refuses when %s', (_what, given) => {
    const { own, became } = starting(given)
    expect(() => ensureCleanStart(own)).toThrow(StartError)
    expect(became).toEqual([])
  })

  it('refuses a missing switch where a program cannot start in its own place', () => {
    const why = whyNot(starting({ platform: 'win32', execArgv: [] }).own)
    expect(wording(why)).toContain('npm start')
  })

  it('says why in the language of whoever started it', async () => {
    const { own } = starting({
      env: { NODE_OPTIONS: '-r /tmp/x.js', LD_PRELOAD: '/x' },
      execArgv: [...SWITCHES, '--cpu-prof=1'],
    })
    const why = whyNot(own)
    expect(wording(why)).toBe(
      'Coffer does not start like this: LD_PRELOAD is set, NODE_OPTIONS is set and --cpu-prof was given.',
    )
    await speak('zh-CN')
    expect(wording(why)).toBe('Coffer 不会这样启动：设置了 LD_PRELOAD、设置了 NODE_OPTIONS 和指定了 --cpu-prof。')
    await speak('ja')
    expect(wording(why)).toContain('LD_PRELOADが設定されています')
  })

  it('takes variables away where a program cannot start in its own place', () => {
    const env = { PATH: '/bin', EDITOR: 'vi' }
    ensureCleanStart(starting({ platform: 'win32', env }).own)
    expect(env).toEqual({ PATH: '/bin' })
  })

  it('asks for no switch that this Node does not know', () => {
    const { own, became } = starting({ execArgv: [], allowedNodeEnvironmentFlags: new Set() })
    ensureCleanStart(own)
    expect(became).toEqual([])
  })
})
