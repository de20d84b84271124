import { Menu } from '@mantine/core';
import type { ExportFormat } from '@simiente/contract/common/paths';
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { buttonIcon } from '../../ui/buttons/LinkButton.tsx';
import { OpenMenu } from '../../ui/menu/OpenMenu.tsx';

interface ExportMenuProps {
  fileContent: string;
  onClose: () => void;
  onChoose: (format: ExportFormat) => void;
}

/** The formats of an exported list, in a module that loads when the menu is opened. */
export default function ExportMenu({ fileContent, onClose, onChoose }: ExportMenuProps) {
  return (
    <OpenMenu position="bottom-start" onClose={onClose}>
      <Menu.Label>{fileContent}</Menu.Label>
      <Menu.Item
        leftSection={<IconFileSpreadsheet {...buttonIcon} />}
        onClick={() => onChoose('xlsx')}
      >
        Excel
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypeCsv {...buttonIcon} />} onClick={() => onChoose('csv')}>
        CSV
      </Menu.Item>
    </OpenMenu>
  );
}
