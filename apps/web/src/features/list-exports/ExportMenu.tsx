import { Menu } from '@mantine/core';
import type { ExportFormat } from '@simiente/contract/common/paths';
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { OpenMenu } from '../../ui/menu/OpenMenu.tsx';

interface ExportMenuProps {
  fileContent: string;
  onClose: () => void;
  onChoose: (format: ExportFormat) => void;
}

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** The formats of an exported list, in a module that loads when the menu is opened. */
export default function ExportMenu({ fileContent, onClose, onChoose }: ExportMenuProps) {
  return (
    <OpenMenu position="bottom-start" onClose={onClose}>
      <Menu.Label>{fileContent}</Menu.Label>
      <Menu.Item leftSection={<IconFileSpreadsheet {...icon} />} onClick={() => onChoose('xlsx')}>
        Excel
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypeCsv {...icon} />} onClick={() => onChoose('csv')}>
        CSV
      </Menu.Item>
    </OpenMenu>
  );
}
