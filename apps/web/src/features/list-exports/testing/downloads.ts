import { vi } from 'vitest';

/** The paths of the files that the browser would download, which jsdom cannot. */
export function watchDownloads(): readonly (string | null)[] {
  const paths: (string | null)[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    paths.push(this.getAttribute('href'));
  });
  return paths;
}
