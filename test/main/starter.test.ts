import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../support/scratch.ts'

/* How a command runs a program in its place. */

const child = pathToFileURL('build/child.mjs').href

/** A program that says that it lives, and how it ended. */
function programIn(folder: string): string {
  const path = join(folder, 'program.mjs')
  writeFileSync(
    path,
    `import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(process.pid))
    process.on('SIGTERM', () => {
      writeFileSync(${JSON.stringify(join(folder, 'told'))}, '')
      process.exit(0)
    })
    setInterval(() => undefined, 1000)`,
  )
  return path
}

describe.skipIf(process.platform === 'win32')('a program that npm was asked to run', () => {
  it('ends in order when the shell of npm is gone, which passes no signal on', async () => {
    const folder = newFolder('starter')
    const starter = join(folder, 'starter.mjs')
    const run = `await runProgram(process.execPath, [${JSON.stringify(programIn(folder))}])`
    writeFileSync(starter, `import { runProgram } from '${child}'\n${run}`)
    // Two commands, so that no shell takes the place of itself.
    const shell = spawn('sh', ['-c', `'${process.execPath}' '${starter}'; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: 'ignore',
    })
    const pid = () => Number(readFileSync(join(folder, 'pid'), 'utf8'))
    await expect.poll(() => existsSync(join(folder, 'pid')) && pid() > 0).toBe(true)
    onTestFinished(() => void spawnSync('kill', ['-KILL', String(pid())]))
    shell.kill('SIGTERM')
    await once(shell, 'exit')
    await expect.poll(() => existsSync(join(folder, 'told'))).toBe(true)
  })
})

describe('a program that is told to end on Windows, where signals end by force', () => {
  it('hears of it by its channel, and is ended once it is told again', async () => {
    const program = join(newFolder('told'), 'program.mjs')
    writeFileSync(
      program,
      `process.on('disconnect', () => process.stdout.write('told'))
      process.on('SIGINT', () => process.stdout.write('signal'))
      setInterval(() => undefined, 1000)
      process.stdout.write('up ')`,
    )
    const own = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    onTestFinished(() => void own.kill('SIGKILL'))
    let said = ''
    own.stdout?.on('data', (text) => {
      said += String(text)
    })
    await expect.poll(() => said).toBe('up ')
    const { passOn } = (await import(child)) as { passOn(told: ChildProcess, signal: string, platform: string): void }
    passOn(own, 'SIGINT', 'win32')
    await expect.poll(() => said).toBe('up told')
    passOn(own, 'SIGKILL', 'win32')
    await once(own, 'exit')
  })
})

describe('what is typed', () => {
  /** What a program reads that is run by the line of a command. */
  function read(...options: readonly string[]): string {
    const program = join(newFolder('keys'), 'program.ts')
    writeFileSync(program, `for await (const line of process.stdin) process.stdout.write(String(line))`)
    const { stdout } = spawnSync(process.execPath, ['build/run.mjs', ...options, program], { input: 'yes\n' })
    return String(stdout)
  }

  it('reaches a program that asks its person, and no other', () => {
    expect([read('--asks'), read()]).toEqual(['yes\n', ''])
  })

  it('reaches the doctor, which asks before it pays', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    expect(scripts['doctor']).toMatch(/^node build\/run\.mjs --asks src\/main\/doctor\.ts$/)
  })
})
