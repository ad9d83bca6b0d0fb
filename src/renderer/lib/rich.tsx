import { createElement, Fragment, type ReactNode } from 'react'
import { type Given, type MessageCode, parts, type Rest } from '#words'
import { heard } from './heard.tsx'

/** A message with elements in it: its places are given as elements, its marked parts as functions that draw them. */
export function rich<Code extends MessageCode>(code: Code, ...[values]: Rest<Given<Code, ReactNode>>): ReactNode {
  const drawn = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'function'
      ? (inside: readonly ReactNode[]) => (value as (inside: ReactNode) => ReactNode)(joined(inside))
      : value,
  ])
  return joined(parts<ReactNode>(code, Object.fromEntries(drawn) as Record<string, unknown>))
}

/** Children by their place, so that React asks for no keys. */
const joined = (children: readonly ReactNode[]): ReactNode =>
  children.length === 1 ? heard(children[0]) : createElement(Fragment, null, ...children.map(heard))
