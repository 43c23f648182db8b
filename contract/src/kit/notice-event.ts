/** How somebody hears of an event: in the portal, by mail, both, or not at all (ORD-024). */
export const noticeChoices = ['NoticeAndMail', 'Notice', 'Mail', 'Nothing'] as const
export type NoticeChoice = (typeof noticeChoices)[number]

/**
 * The events of an area that somebody can be told of. The words are `notice.text.<event>` and `notice.event.<event>`.
 * `mail`: its text, `mail.<mail>.subject` and `.body`. `usual`: what holds for who has chosen nothing. `opens`: what a click opens.
 */
export type NoticeEvents = Readonly<
  Record<`${string}.${string}`, { mail: string; usual: NoticeChoice; opens: 'order' | 'change' | 'job' }>
>
