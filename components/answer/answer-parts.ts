/** What shows an answer, beside its heading: a page that begins without one loads it when somebody begins to ask. */
export { announcementFor } from './announcement.ts';
export { OutcomeView } from './OutcomeView.tsx';
