/** A ref that focuses its element. React would call a function that is defined in a component at every render. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
