import type { WireAnswer } from '#contract/ipc'

type Watch = WireAnswer<'phone.state'>

/** What the page says of an asking, and whether it can only be begun anew. */
export interface PhoneWords {
  readonly title: string
  readonly text: string
  readonly isOver: boolean
}

const WORDS: Readonly<Record<Watch['stage'], PhoneWords>> = {
  none: { title: 'No code', text: 'Nothing is asked for now.', isOver: true },
  opening: { title: 'Asking for a code', text: 'It takes a moment.', isOver: false },
  waiting: { title: 'Waiting for your phone', text: 'Scan the code with Mixin Messenger.', isOver: false },
  opened: {
    title: 'The code was opened',
    text: 'The service says so. If it was you, agree on your phone; if not, make a new code.',
    isOver: false,
  },
  agreed: { title: 'Your phone agreed', text: 'The permission is being fetched and tried.', isOver: false },
  done: { title: 'Your phone agreed', text: 'The account is here.', isOver: false },
  declined: { title: 'Declined on the phone', text: 'Nothing was permitted and nothing was kept.', isOver: true },
  over: {
    title: 'Nobody answered in ten minutes',
    text: 'That code is not followed any more. Nothing was kept.',
    isOver: true,
  },
  failed: { title: 'That did not work', text: 'Nothing was kept here.', isOver: true },
}

export const phoneWords = ({ stage }: Pick<Watch, 'stage'>): PhoneWords => WORDS[stage]
