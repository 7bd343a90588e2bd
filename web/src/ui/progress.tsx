import type { CSSProperties } from 'react';
import { formatPercent } from '#contract/i18n/formatters.ts';
import { cx } from './cx.ts';

export interface SkeletonProps {
  /** `text` (default) is a line of text, `circle` an avatar, `block` an image. */
  shape?: 'text' | 'circle' | 'block';
  /** CSS lengths. */
  width?: string;
  height?: string;
  className?: string;
}

/** Placeholder for content that is loading. Put `aria-busy` on the surrounding region. */
export function Skeleton({ shape = 'text', width, height, className }: SkeletonProps) {
  return (
    <span
      className={cx('skeleton', className)}
      data-shape={shape}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}

export interface ProgressBarProps {
  /** What makes progress, for screen readers; shown above unless hidden. */
  label: string;
  labelHidden?: boolean;
  /** 0 to 1; omit it while the length is unknown. */
  value?: number;
  /** Shown on the right, such as "3 of 5". Default: the percentage. */
  valueText?: string;
  className?: string;
}

/** A progress bar. */
export function ProgressBar({ label, labelHidden, value, valueText, className }: ProgressBarProps) {
  const known = value !== undefined;
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  const copy = valueText ?? (percent === undefined ? undefined : formatPercent(percent / 100));
  return (
    <div className={cx('min-w-0', className)}>
      {!labelHidden && (
        <div className="mb-1.5 flex justify-between gap-4 text-sm" aria-hidden="true">
          <span className="min-w-0 truncate">{label}</span>
          <span className="text-soft tabular-nums">{copy}</span>
        </div>
      )}
      <div
        className="progress"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={copy}
        style={known ? ({ '--done': `${percent}%` } as CSSProperties) : undefined}
      />
    </div>
  );
}
