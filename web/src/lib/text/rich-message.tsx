import { Fragment, type ReactNode } from 'react';
import { formatMessage, type Literal, type Message } from '#contract/i18n/translate.ts';

/**
 * Like `t`, for a text that contains elements: `tRich('Read the <link>guidelines</link>', { link: (text) => <a>{text}</a> })`.
 */
export function tRich<Text extends string>(
  message: Text extends Message ? Text : Literal<Text>,
  values: Record<string, string | number | ((chunks: ReactNode) => ReactNode)>,
): ReactNode {
  const result = formatMessage<ReactNode>(message, values as never);
  if (!Array.isArray(result)) return result;
  // Positions are stable: the message is constant.
  return result.map((part, index) => <Fragment key={String(index)}>{part}</Fragment>);
}
