import { QRCodeSVG } from 'qrcode.react';
import classes from './QrCode.module.css';

interface QrCodeProps {
  value: string;
  /** Description for screen readers. */
  title: string;
  /** Side in pixels. */
  size: number;
}

/** A QR code on a light background in both schemes. */
export function QrCode(props: QrCodeProps) {
  return (
    <div className={classes.ground}>
      <QRCodeSVG {...props} marginSize={2} />
    </div>
  );
}
