import { createServer } from 'node:http'
import { beforeAll, describe, expect } from 'vitest'
import type { UserId } from '#contract/domain'
import { type MintedCollection, mint, PIXEL } from '../support/collectibles.ts'
import { type Listening, listening } from '../support/listening.ts'
import { order } from '../support/localnet.ts'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { answerReview, getPlayMoney, heading, plain, press, seen, visit } from './support/person.ts'

/* A collectible's way through the window: it arrives, is sent, released and occupied again. Then what strangers make of it. */

const step = journeySteps(() => app)
let app: App
let account: UserId
let kites: MintedCollection['items'] = []
let strangers: Listening
const asked: string[] = []

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

const HOSTILE = {
  '/drawing': `<svg xmlns="http://www.w3.org/2000/svg" onload="window.taken=1"><script>window.taken=2</script><image href="http://127.0.0.1:1/seen"/></svg>`,
  '/page': '<!doctype html><script>window.taken=3</script><img src=x onerror="window.taken=4">',
  '/wrong': 'GIF89a no picture at all, whatever it says of itself',
} as const

beforeAll(async () => {
  const served = createServer((request, response) => {
    asked.push(`${request.headers.origin ?? ''}${request.headers['user-agent'] ?? ''}`)
    const body = HOSTILE[request.url as keyof typeof HOSTILE] // or nothing
    if (request.url === '/endless') {
      const more = (): void => {
        while (!response.destroyed && response.write('a'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    } else if (request.url?.startsWith('/lantern') === true) {
      response.setHeader('content-type', 'image/gif').end(Buffer.from(PIXEL, 'base64'))
    } else if (request.url === '/away') response.writeHead(302, { location: 'https://example.org/' }).end()
    else if (request.url === '/huge') {
      const bytes = Buffer.alloc(64)
      bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      bytes.writeUInt32BE(60_000, 16)
      bytes.writeUInt32BE(60_000, 20)
      response.setHeader('content-type', 'image/png').end(bytes)
    } else response.setHeader('content-type', 'image/png').end(body ?? 'a kite')
  })
  strangers = await listening(served)
  app = await startApp({ account: { name: 'Ada Byron' } })
})

const network = () => ({ url: app.line.localnet ?? '' })

async function gallery(): Promise<void> {
  await press(app.page.getByRole('navigation', { name: 'Coffer' }), 'Collectibles')
  await heading(app.page, 'Collectibles')
}

async function open(name: RegExp): Promise<void> {
  await gallery()
  await app.page.getByRole('region', { name: 'Collectibles' }).getByRole('button', { name }).click()
  await heading(app.page, name)
}

/** Ticks what asks for a look, gives the passphrase, signs, and waits until nobody can take it back. */
async function approve(word: RegExp): Promise<void> {
  const { page } = app
  await answerReview(page)
  await page.getByRole('button', { name: word }).click()
  await page.getByLabel('Your passphrase', { exact: true }).waitFor({ state: 'detached' })
  await order(network(), 'blocks', { count: 1 })
}

describe('a collectible', () => {
  step('arrives in the gallery with its content', async () => {
    const { page } = app
    await visit(page, 'Receive')
    await page.getByRole('tab', { name: 'From a Mixin user' }).click()
    await press(page, 'Link and address as text')
    const main = page.getByRole('main')
    const link = async () => UUID.exec((await main.innerText()).replace(/\s/g, ''))?.[0] ?? ''
    await poll(link).not.toBe('')
    account = (await link()) as UserId // a person's own link names the person
    const items = [0, 1].map((at) => ({
      members: [account],
      content_type: 'text/plain',
      content_url: `${strangers.url}/${at}`,
    }))
    kites = (await mint(network(), items)).items
    await open(/Kites #0/)
    await seen(page.getByText('Yours', { exact: true }))
    expect(await flaws(page)).toEqual([])
  })

  step('shows what lies with a stranger only when asked to', async () => {
    const { page } = app
    expect(asked).toEqual([])
    await press(page, 'Show content')
    await seen(page.getByRole('textbox', { name: 'Text of Kites #0' }))
    await seen(page.getByText('The token itself does not prove this content.'))
    expect(asked.length).toBe(1)
    expect(asked[0]).not.toMatch(/Mozilla|127\.0\.0\.1/)
  })

  step('is sent whole', async () => {
    const { page } = app
    await press(page.getByRole('main'), 'Send')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'To' }).fill(MAYA)
    await press(dialog, 'Review')
    await seen(dialog.getByText('Press “Look up” to take this name, or empty the field.'))
    await press(dialog, 'Look up')
    await seen(dialog.getByRole('button', { name: 'Choose another recipient' }))
    await press(dialog, 'Review')
    await heading(page, 'Send Kites #0 to Maya Okafor')
    // The item leads; its token only goes with it.
    await seen(page.getByText('Kites #0', { exact: true }))
    await seen(page.getByText('with 2 KITE'))
    await approve(/^Send Kites #0/)
    await gallery()
    const list = page.getByRole('region', { name: 'Collectibles' })
    await poll(() => list.getByRole('listitem').count()).toBe(1)
  })

  step('is released after an explanation and a tick', async () => {
    const { page } = app
    await open(/Kites #1/)
    await press(page, 'Release')
    const dialog = page.getByRole('dialog')
    await seen(dialog.getByText('Nobody holds the item any more', { exact: false }))
    await press(dialog, 'Review the release')
    await heading(page, 'Release Kites #1')
    await seen(page.getByText('You release', { exact: true }))
    await approve(/^Release Kites #1/)
    // Nobody was sent anything.
    await seen(page.getByText('Released. Nobody can take it back.'))
    await seen(page.getByText('You released', { exact: true }))
    await gallery()
    await seen(page.getByText('No collectibles yet'))
  })

  step('is occupied again', async () => {
    const { page } = app
    const item = kites[1]?.inscription_hash ?? ''
    await press(page, 'Scan')
    await page.getByRole('tab', { name: 'Paste' }).click()
    await page.getByRole('textbox', { name: /^Link, address/ }).fill(`https://mixin.one/inscriptions/${item}`)
    await press(page, 'Read it')
    await press(page.getByRole('dialog'), 'Look at it')
    await seen(page.getByText('Nobody holds this item'))
    await poll(() => page.getByRole('button', { name: 'Occupy', exact: true }).isEnabled()).toBe(true)
    await press(page, 'Occupy')
    await heading(page, 'Occupy Kites #1')
    await approve(/^Occupy Kites #1/)
    await open(/Kites #1/)
    await seen(page.getByText('Occupied'))
    const history = page.getByRole('list').filter({ hasText: 'Released' })
    await poll(async () => plain(await history.innerText())).toContain('Received')
  })

  step('is a click away from a link that asks for it', async () => {
    const { page } = app
    const item = kites[1]?.inscription_hash ?? ''
    await gallery()
    await press(page, 'Scan')
    await page.getByRole('tab', { name: 'Paste' }).click()
    const link = `https://mixin.one/pay/${MAYA}?inscription=${item}`
    await page.getByRole('textbox', { name: /^Link, address/ }).fill(link)
    await press(page, 'Read it')
    await seen(page.getByText('This link asks for a collectible, not for money.', { exact: false }))
    await press(page.getByRole('dialog'), 'Look at it')
    await heading(page, /Kites #1/)
  })

  step('is hidden and found again', async () => {
    const { page } = app
    await press(page, 'Hide')
    await gallery()
    await press(page, 'Hidden (1)')
    await heading(page, 'Hidden collectibles')
    await press(page, 'Show again')
    // Nothing is chosen yet.
    await poll(() => page.getByRole('button', { name: /^Show \d/ }).count()).toBe(0)
    await page.getByRole('checkbox', { name: /Kites/ }).click()
    await press(page, 'Show 1 item')
    await seen(page.getByText('Nothing is hidden'))
  })
})

describe('a collection of one’s own', () => {
  step('keeps what was typed when one comes back from its review', async () => {
    const { page } = app
    await getPlayMoney(page, /^XIN/, '1')
    await gallery()
    await press(page, 'New collection')
    await page.getByRole('textbox', { name: 'Name' }).fill('Paper boats')
    await page.getByRole('textbox', { name: 'Symbol' }).fill('BOAT')
    await page.getByRole('textbox', { name: 'Supply in all' }).fill('3')
    const icon = { name: 'boat.gif', mimeType: 'image/gif', buffer: Buffer.from(PIXEL, 'base64') }
    await page.locator('input[type=file]').setInputFiles(icon)
    await press(page, 'Review the payment')
    await heading(page, 'Deploy Paper boats')
    await poll(async () => plain(await page.getByRole('region', { name: 'What is paid' }).innerText())).toMatch(
      /You burn 0\.0001 XIN .* To Nobody: it pays for keeping the content\./,
    )
    await press(page, 'Back')
    await heading(page, 'New collection')
    await poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Paper boats')
    await seen(page.getByText('boat.gif'))
  })

  step('is paid for once, and the next one starts empty', async () => {
    const { page } = app
    await press(page, 'Review the payment')
    await heading(page, 'Deploy Paper boats')
    await approve(/^Deploy Paper boats/)
    await seen(page.getByText('The network keeps the content for ever'))
    const details = page.getByRole('region', { name: 'Details' })
    await poll(async () => plain(await details.innerText())).toMatch(
      /^Deploy Paper boats You burnt 0\.0001 XIN .* To Nobody: it pays for keeping the content\./,
    )
    await poll(() => page.getByRole('button', { name: 'Pay again' }).count()).toBe(0)
    await gallery()
    await press(page, 'New collection')
    await poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
    await press(page, 'Cancel')
  })
})

describe('what strangers inscribe', () => {
  step('runs nothing, asks for nothing and breaks nothing', async () => {
    const { page } = app
    const paths = [...Object.keys(HOSTILE), '/huge', '/endless', '/away']
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await mint(
      network(),
      paths.map((path) => ({
        ...{ members: [account], content_type: '<b>image</b>/png', content_url: `${strangers.url}${path}` },
        traits: [
          { name: '<script>window.taken=5</script>', value: `"><img src=x onerror=window.taken=6>${'W'.repeat(180)}` },
        ],
      })),
      {
        name: `<img src=x onerror=window.taken=7>${'M'.repeat(90)}`,
        symbol: '<i>X</i>',
        description: '<script>1</script>',
      },
    )
    for (const [at] of paths.entries()) {
      // The person has asked for what lies with this stranger before.
      await open(new RegExp(`<img.*#${at}\\b`))
      const read = page.getByRole('button', { name: 'Save as a file' })
      await seen(read.or(page.getByRole('button', { name: 'Try again' })))
      await page.getByRole('button', { name: 'Show content' }).waitFor({ state: 'detached' })
      const wide = () =>
        page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      expect(await wide(), paths[at]).toBe(false)
    }
    // Of what could not be read nothing can be saved.
    await poll(() => page.getByRole('button', { name: 'Save as a file' }).count()).toBe(0)
    expect(await page.evaluate(() => (window as { taken?: number }).taken)).toBeUndefined()
    const foreign = requests.filter((url) => !url.startsWith('blob:') && !url.startsWith(new URL(app.line.url).origin))
    expect(foreign).toEqual([])
    expect(app.strays).toEqual([])
  })
})

describe('fifty pictures of one host', () => {
  const many = 50

  step('are asked about once, and then all drawn as one scrolls through the gallery', async () => {
    const { page } = app
    const host = `localhost:${strangers.port}`
    const items = Array.from({ length: many }, (_, at) => ({
      ...{ members: [account], content_type: 'image/gif', content_url: `http://${host}/lantern/${at}` },
    }))
    await mint(network(), items, { name: 'Lanterns', symbol: 'LAMP' })
    await gallery()
    const question = page.getByText(new RegExp(`^The content of ${many} items? lies with ${host}`))
    await poll(() => question.count()).toBe(1)
    const before = asked.length
    await press(page, 'Show them')
    await question.waitFor({ state: 'detached' })
    const drawn = new Set<string>()
    await poll(async () => {
      const found = await page.evaluate(() => {
        const main = document.getElementById('main')
        const nameOf = (tile: Element) => /Lanterns\s*#\d+/.exec(tile.textContent ?? '')?.[0] ?? ''
        const tiles = [...document.querySelectorAll('section button')].filter((tile) => nameOf(tile) !== '')
        const isDrawn = (tile: Element) => tile.querySelector('canvas') !== null
        const isInSight = (tile: Element) => {
          const { top, bottom } = tile.getBoundingClientRect()
          return bottom > 0 && top < window.innerHeight
        }
        // Nobody scrolls on before what is in sight is drawn.
        if (main !== null && tiles.filter(isInSight).every(isDrawn)) {
          const isDone = main.scrollTop + main.clientHeight >= main.scrollHeight - 1
          main.scrollTop = isDone ? 0 : main.scrollTop + main.clientHeight / 2
        }
        return tiles.filter(isDrawn).map(nameOf)
      })
      for (const name of found) drawn.add(name)
      return drawn.size
    }).toBe(many)
    expect(asked.length - before).toBeGreaterThanOrEqual(many)
    expect(await flaws(page)).toEqual([])
  })
})
