import { describe, expect, it } from 'vitest'
import { asPath, pathOnDisk } from '../../src/renderer/lib/picked-files.ts'
import { backupAge, fileIn } from '../../src/renderer/screens/settings/backup-model.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const made = (at: string) => ({ folder: '/b', problem: null, last: { at, path: '/b/x', bytes: 1 }, oldDays: 30 })

describe('an example of a path', () => {
  it.each([
    ['Win32', 'E:\\Coffer\\a.b'],
    ['MacIntel', '/Volumes/Disk/Coffer/a.b'],
    ['Linux x86_64', '/media/disk/Coffer/a.b'],
  ])('is written as on %s', (platform, path) => {
    expect(pathOnDisk(['Coffer', 'a.b'], platform)).toBe(path)
  })
})

describe('the path of a backup', () => {
  it('is taken as file managers copy it', () => {
    expect(asPath(' "C:\\My disk\\a.coffer-backup" ')).toBe('C:\\My disk\\a.coffer-backup')
    expect(asPath("'/media/disk/a b'")).toBe('/media/disk/a b')
    expect(asPath('/media/"disk"/a')).toBe('/media/"disk"/a')
    expect(asPath('file:///media/my%20disk/a.coffer-backup')).toBe('/media/my disk/a.coffer-backup')
    // A field of one line drops the ends of lines.
    expect(asPath('x-special/nautilus-clipboardcopyfile:///media/a')).toBe('/media/a')
    expect(asPath('file:///C:/My%20disk/a')).toBe('C:/My disk/a')
    expect(asPath('file:///media/100%')).toBe('file:///media/100%')
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
    expect(backupAge({ ...made(''), folder: null, last: null }, NOW).title).toBe('There is no backup')
    expect(backupAge({ ...made(''), folder: null, last: null }, NOW).text).toMatch(/^Your 24 words/)
    expect(backupAge({ ...made(''), folder: null, last: null }, NOW, true).text).toMatch(/^A permission shows/)
    expect(backupAge({ ...made('2026-11-22T08:00:00Z'), problem: 'store.disk' }, NOW)).toMatchObject({
      tone: 'warn',
      title: 'The last backup could not be made',
    })
  })

  it('does not say of one that lacks what is damaged that it could not be made', () => {
    expect(backupAge({ ...made('2026-11-22T08:00:00Z'), problem: 'backup.partial' }, NOW)).toMatchObject({
      ...{ tone: 'warn', title: 'The last backup is not whole', text: expect.stringContaining('still be read') },
    })
  })

  it('says why the last could not be made, and which is the newest', () => {
    const text = (last: ReturnType<typeof made>['last'] | null) =>
      backupAge({ ...made(''), last, problem: 'backup.no_folder' }, NOW).text
    expect(text(null)).toBe(
      'The folder is not there. Enter a whole path, and look whether the disk is connected. There is no older one.',
    )
    expect(text({ at: '2026-11-20T08:00:00Z', path: '/b/x', bytes: 1 })).toMatch(/ The newest is 2 days old\.$/)
  })
})

describe('the file of a backup', () => {
  it('is named without the folder that stands above it, and whole where it lies elsewhere', () => {
    expect(fileIn('/b', '/b/x')).toBe('x')
    expect(fileIn('/b/', '/b/x')).toBe('/b/x')
    expect(fileIn('C:\\b', 'C:\\b\\x')).toBe('x')
    expect(fileIn('/b', '/bc/x')).toBe('/bc/x')
    expect(fileIn('/b', '/c/x')).toBe('/c/x')
  })
})
