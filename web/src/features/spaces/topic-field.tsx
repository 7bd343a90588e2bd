import { type SpaceTopic, spaceTopics } from '#contract/topics.ts';
import { Select } from '#web/ui/select.tsx';

/** Stands for no topic among the options. */
const none = 'none';
const topics = Object.entries(spaceTopics).map(([value, label]) => ({ value, label }));
const options = [{ value: none, label: 'No topic' }, ...topics];

/** What a space is about; people find it under its topic. */
export function TopicField({
  value,
  onChange,
}: {
  value: SpaceTopic | null;
  onChange: (topic: SpaceTopic | null) => void;
}) {
  return (
    <Select
      label="Topic"
      options={options}
      value={value ?? none}
      onChange={(next) => onChange(next === none ? null : (next as SpaceTopic))}
      hint="Helps people find your space in Discover."
    />
  );
}
