/** Makes the button that shows a password reachable by keyboard, and gives it a name. */
export const passwordToggle = { 'aria-label': 'Show the password', 'aria-hidden': false, tabIndex: 0 };
