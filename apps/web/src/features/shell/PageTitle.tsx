import { useDocumentTitle } from '@mantine/hooks';

/** What the browser's tab and history say: the kind of page, never whose. */
export function PageTitle({ children }: { children: string }) {
  useDocumentTitle(`${children} · Simiente`);
  return null;
}
