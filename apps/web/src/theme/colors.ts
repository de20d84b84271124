import type { MantineColorsTuple } from '@mantine/core';

const tuple = (shades: string) => shades.split(' ') as unknown as MantineColorsTuple;

/** The palette of the design language, index 0 to 9. `gray` and `dark` replace Mantine's own. */
export const colors = {
  primary: tuple('#EEF7F4 #DAEEE8 #B8DED5 #91C8BA #6EBAA9 #438B7C #2B6F62 #1C584C #15443B #0D2E28'),
  accent: tuple('#FEF3EF #FCE6DD #F9CFBE #F0B097 #E09375 #C66E4B #A9522E #893D1D #6C2F15 #4F210E'),
  blue: tuple('#F0F7FD #DFEDFA #C2DDF5 #9CC6EB #7AAFDC #4F8FC3 #3174A7 #205B87 #17476B #0F334E'),
  plum: tuple('#F9F4FA #F3E6F5 #E7D0EB #D7B3DC #C397CA #A674AE #8B5993 #6F4376 #57345D #3F2543'),
  amber: tuple('#FAF5ED #F5EAD9 #EBD6B6 #DCBB89 #CAA262 #AE802D #936500 #764E00 #5D3C00 #432B00'),
  green: tuple('#F1F8F2 #E0F0E2 #C3E3C9 #9ECFA7 #7DBA8A #529C64 #348149 #216636 #195029 #113A1D'),
  orange: tuple('#FDF4EE #FCE6DA #F7D0B9 #EEB28E #DF9669 #C47038 #A85514 #874000 #6B3100 #4E2201'),
  red: tuple('#FFF2F0 #FFE3E0 #FFC9C4 #FCA7A0 #EF8880 #D55E59 #B8403E #952D2C #762221 #561717'),
  gray: tuple('#FAF8F5 #F3F2EE #E8E6E0 #DBD8D3 #C0BDB7 #8E8B85 #66635D #4C4A45 #2F2E29 #191815'),
  dark: tuple('#E6EBE9 #C4CDCA #A5AFAB #77837F #303936 #242C29 #181F1D #0E1412 #080E0C #040705'),
};
