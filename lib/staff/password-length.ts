/** How many characters a password may have; apart from the rules, which carry a list that browsers need not load. */
export const leastPasswordLength = 12;
export const mostPasswordLength = 200;
