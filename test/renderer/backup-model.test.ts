import { describe, expect, it } from 'vitest'
import { asPath } from '../../src/renderer/lib/picked-files.ts'
import { backupAge } from '../../src/renderer/screens/settings/backup-model.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const made = (at: string) => ({ folder: '/b', problem: null, last: { at, path: '/b/x', bytes: 1 } })

describe('the path of a backup', () => {
  it('is taken as file managers copy it', () => {
    expect(asPath(' "C:\\My disk\\a.coffer-backup" ')).toBe('C:\\My disk\\a.coffer-backup')
    expect(asPath("'/media/disk/a b'")).toBe('/media/disk/a b')
    expect(asPath('/media/"disk"/a')).toBe('/media/"disk"/a')
  })
})

describe('the age of a backup', () => {
  it('is said in days, and warns after a month', () => {
    expect(backupAge(made('2026-11-22T08:00:00Z'), NOW)).toMatchObject({ tone: 'ok', title: 'Backed up today' })
    expect(backupAge(made('2026-11-20T08:00:00Z'), NOW)).toMatchObject({
      tone: 'ok',
      title: 'The backup is 2 days old',
    })
    expect(backupAge(made('2026-10-01T08:00:00Z'), NOW).tone).toBe('warn')
  })

  it('warns where there is none, and where the last could not be made', () => {
    expect(backupAge({ folder: null, last: null, problem: null }, NOW).title).toBe('There is no backup')
    expect(backupAge({ ...made('2026-11-22T08:00:00Z'), problem: 'store.disk' }, NOW)).toMatchObject({
      tone: 'warn',
      title: 'The last backup could not be made',
    })
  })
})
