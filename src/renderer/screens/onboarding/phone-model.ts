import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'

type Watch = WireAnswer<'phone.state'>

/** What the page says of an asking, and whether it can only be begun anew. */
export interface PhoneWords {
  readonly title: string
  readonly text: string
  readonly isOver: boolean
}

const WORDS: Readonly<Record<Watch['stage'], PhoneWords>> = {
  none: { title: say('onboarding.no-code'), text: say('onboarding.nothing-is-asked-for-now'), isOver: true },
  opening: { title: say('onboarding.asking-for-a-code'), text: say('onboarding.it-takes-a-moment'), isOver: false },
  waiting: {
    title: say('onboarding.waiting-for-your-phone'),
    text: say('onboarding.scan-the-code-with-mixin-messenger'),
    isOver: false,
  },
  opened: {
    title: say('onboarding.the-code-was-opened'),
    text: say('onboarding.the-service-says-so-if-it'),
    isOver: false,
  },
  agreed: {
    title: say('onboarding.your-phone-agreed'),
    text: say('onboarding.the-permission-is-being-fetched-and'),
    isOver: false,
  },
  done: { title: say('onboarding.your-phone-agreed'), text: say('onboarding.the-account-is-here'), isOver: false },
  declined: {
    title: say('onboarding.declined-on-the-phone'),
    text: say('onboarding.nothing-was-permitted-and-nothing-was'),
    isOver: true,
  },
  over: {
    title: say('onboarding.nobody-answered-in-ten-minutes'),
    text: say('onboarding.that-code-is-not-followed-any'),
    isOver: true,
  },
  failed: { title: say('onboarding.that-did-not-work'), text: say('onboarding.nothing-was-kept-here'), isOver: true },
}

export const phoneWords = ({ stage }: Pick<Watch, 'stage'>): PhoneWords => WORDS[stage]
