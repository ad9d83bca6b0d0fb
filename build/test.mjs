import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { readArguments } from './arguments.mjs'
import { runStep } from './child.mjs'
import { build, ensureInstalled, main, nodeProgram, packageProgram, ROOT, say } from './project.mjs'

/*
 * npm test: every check there is, all of them even if one fails; npm run nightly the same with more of what follows from chance. A check that is no test counts as one test, and so do a file that could
 * not be run and a run that broke without a failed test, so that nothing can fail and yet show zero.
 */

// Colours are for a terminal; some tools write them into files as well.
if (!process.stdout.isTTY) process.env['NO_COLOR'] = '1'

const STAGE_MS = 60 * 60_000
const counts = (failed) => ({ passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: [], broken: [], unsteady: [] })

async function check(name, ...args) {
  return counts(
    (await runStep(nodeProgram(), [packageProgram(...name), ...args], { cwd: ROOT, timeoutMs: STAGE_MS })) !== 0,
  )
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Units and e2e in one run: the files of one begin while the last ones of the other still wait. Resolves with vitest's exit code and with
 * what its own report says of each file.
 */
async function runTests(path) {
  const projects = ['e2e', 'unit', 'unit-apart'].flatMap((project) => ['--project', project])
  const args = ['run', '-c', 'test/vitest.config.ts', ...projects, '--reporter', 'default']
  const report = ['--reporter', 'json', '--outputFile.json', path]
  const code = await runStep(nodeProgram(), [packageProgram('vitest'), ...args, ...report], {
    cwd: ROOT,
    timeoutMs: STAGE_MS,
  })
  return { code, files: readReport(path)?.testResults ?? [] }
}

const hasFailed = ({ status, assertionResults }) =>
  status === 'failed' || assertionResults.some((test) => test.status === 'failed')

/** The tests of some files by how they ended; what vitest does not call passed or failed was skipped. */
function sortTests(files) {
  const all = files.flatMap((file) =>
    file.assertionResults.map(({ fullName, status }) => ({
      status,
      name: `${relative(ROOT, file.name)}: ${fullName}`,
    })),
  )
  const named = (keep) => all.filter(({ status }) => keep(status)).map(({ name }) => name)
  const unrun = files
    .filter((file) => hasFailed(file) && file.assertionResults.every((test) => test.status !== 'failed'))
    .map(({ name }) => `${relative(ROOT, name)}: the file could not be run to its end`)
  return {
    passed: named((status) => status === 'passed').length,
    failed: [...named((status) => status === 'failed'), ...unrun],
    skipped: named((status) => status !== 'passed' && status !== 'failed'),
  }
}

/** Tests that passed when they were tried again, with what each failed with before: it may not come again for weeks. */
const retried = (files) =>
  files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => ({ name: `${relative(ROOT, name)}: ${fullName}`, why: failureMessages })),
  )

/** What passed only when it was tried again is named as unsteady. */
async function tests(folder) {
  const { code, files } = await runTests(join(folder, 'report.json'))
  const { passed, failed, skipped } = sortTests(files)
  const broken = code !== 0 && failed.length === 0 ? [`vitest ended with ${code}`] : failed
  return { passed, failed: broken.length, skipped, broken, unsteady: retried(files) }
}

const CHECKS = {
  lint: () => check(['@biomejs/biome', 'biome'], 'check', '.'),
  unused: () => check(['knip'], '-c', 'build/knip.json'),
  types: () => check(['typescript', 'tsc'], '-b', '--checkers', '1'),
  build: async () => counts((await build()) !== 0),
}

const USAGE = `npm test [-- --nightly]

Every check there is. One file of tests: npm run unit -- FILE, or npm run e2e -- FILE.
`

async function test() {
  if (readArguments({ usage: USAGE, options: { nightly: 'boolean' } }).values.nightly) {
    // See test/README.md.
    process.env['COFFER_NIGHTLY'] = '1'
  }
  await ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'coffer-test-'))
  const run = async ([name, stage]) => {
    say(`\n== ${name}`)
    const began = performance.now()
    return { name, ...(await stage(folder)), seconds: (performance.now() - began) / 1000 }
  }
  let results = []
  try {
    // The tests keep all cores busy; what comes before them does not, one thing at a time.
    results = [...(await Promise.all(Object.entries(CHECKS).map(run))), await run(['tests', tests])]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }

  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log('')
  for (const { name, passed, failed, skipped, seconds } of results) {
    const words = [`${passed} passed`, `${failed} failed`, ...(skipped.length > 0 ? [`${skipped.length} skipped`] : [])]
    console.log(`${failed > 0 ? 'FAILED' : 'ok    '}  ${name.padEnd(6)} ${words.join(', ')} (${seconds.toFixed(1)} s)`)
  }
  for (const name of results.flatMap(({ skipped }) => skipped)) console.log(`skipped: ${name}`)
  for (const { name, why } of results.flatMap(({ unsteady }) => unsteady))
    console.log([`unsteady, passed when tried again: ${name}`, ...why].join('\n    '))
  for (const name of results.flatMap(({ broken }) => broken)) console.log(`failed:  ${name}`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
}

await main(test)
