import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ChartDrawing, type ChartPoint } from '../../src/renderer/components/ChartDrawing.tsx'

/** The lines of a drawing of these points: what is known at each, and what rests on an old price. */
function linesOf(isOld: readonly boolean[]): readonly { readonly d: string; readonly isDashed: boolean }[] {
  const points: ChartPoint[] = isOld.map((old, at) => ({ at: at * 60_000, value: 10 + at, isOld: old }))
  const text = renderToStaticMarkup(
    createElement(ChartDrawing, {
      ...{ label: 'Value', points, height: 100, width: 200 },
      axis: (marks: readonly number[]) => marks.map(String),
      date: String,
      tip: () => ({ time: '', value: '', spoken: '' }),
    }),
  )
  const strokes = /<g fill="none".*?<\/g>/s.exec(text)?.[0] ?? ''
  return [...strokes.matchAll(/<path d="([^"]*)"( stroke-dasharray)?/g)].map(([, d = '', dashed]) => ({
    d,
    isDashed: dashed !== undefined,
  }))
}

/** Pieces that lead from one place to another: a lone point leads nowhere. */
const pieces = (d: string): number => [...d.matchAll(/L/g)].length

describe('the line of a chart', () => {
  it('is dashed to and from each point that rests on an old price, also one alone among others', () => {
    const [whole, dashed] = linesOf([false, true, false])
    expect(pieces(whole?.d ?? '')).toBe(0)
    expect(dashed?.isDashed).toBe(true)
    expect(pieces(dashed?.d ?? '')).toBe(2)
  })

  it('is not drawn through hours of which no price was kept', () => {
    const [whole, dashed] = linesOf([false, false, true, true, false, false])
    expect([pieces(whole?.d ?? ''), pieces(dashed?.d ?? '')]).toEqual([2, 3])
  })

  it('goes on without a break where one kind follows itself', () => {
    const [whole, dashed] = linesOf([false, false, false, true, true])
    expect([pieces(whole?.d ?? ''), pieces(dashed?.d ?? '')]).toEqual([2, 2])
  })
})
