/** Lets the button in a password field that shows what was typed be reached by keyboard and read out. */
export const passwordToggle = { 'aria-label': 'Show the password', 'aria-hidden': false, tabIndex: 0 };
