-- Rate limit counters are written with every write request and deleted within hours. Unlogged, they cost no flush to disk,
-- and requests of one network don't wait for each other's. A crash empties the table.
alter table rate_limit_counters set unlogged;
