/** How strongly the best technology is drawn beside a layer that was chosen. */
export const bestStrength = 0.7;
