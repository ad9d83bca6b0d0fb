export { type Given, isSaid, type MessageCode, type Rest, type Said, said } from './facts.ts'
export { isolated, withoutMarks } from './isolated.ts'
export { chooseLanguage, isLanguage, LANGUAGE_TAGS, LANGUAGES, type Language } from './languages.ts'
export { language, listing, locale, parts, say, speak, speakFrom, wording } from './say.ts'
