-- The index by topic contains only numbered events: inserting an event updates one index less, and no query needs events
-- without a number.
drop index live_events_topic_idx;
create index live_events_topic_idx on live_events (topic, seq) where seq is not null;
