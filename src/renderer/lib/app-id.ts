import { say } from '#words'
/** The app id as it is typed: blanks around it and capitals are no mistakes. */
export function readAppId(typed: string): { readonly appId: string } | { readonly problem: string } {
  const appId = typed.trim().toLowerCase()
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(appId)
    ? { appId }
    : { problem: say('lib.an-app-id-has-36-characters') }
}
