import type { TablerIcon } from '@tabler/icons-react';

/** A page of the menu, to which the search also leads. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
}
