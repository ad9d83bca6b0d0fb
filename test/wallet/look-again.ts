import { CofferError } from '#contract/errors'

/** Reviews and agrees as a person does, who looks again where something new is to be ticked: the others do something meanwhile. */
export async function lookingAgain<Answer>(agree: () => Promise<Answer>, times = 5): Promise<Answer> {
  try {
    return await agree()
  } catch (error) {
    if (times === 1 || !(error instanceof CofferError) || error.details['warning'] !== 'new') throw error
    return lookingAgain(agree, times - 1)
  }
}
