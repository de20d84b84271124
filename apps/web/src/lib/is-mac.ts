/** Whether ⌘ is where others have Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform);
