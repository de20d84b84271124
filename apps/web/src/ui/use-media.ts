import { useMediaQuery } from '@mantine/hooks';

/** Whether a media query matches, already in the first render. */
export const useMedia = (query: string) =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false });

export const useIsPhone = () => useMedia('(max-width: 47.99em)');
