-- The arguments of these triggers: the list, the column of its owner, and which rows count.
CREATE FUNCTION "count_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM added) THEN
    RETURN NULL;
  END IF;
  EXECUTE format(
    'INSERT INTO list_counts AS c (owner_id, list, total)
       SELECT %1$I, %2$L, count(*) FROM added WHERE %3$s GROUP BY 1 ORDER BY 1
     ON CONFLICT (owner_id, list) DO UPDATE SET total = c.total + excluded.total',
    TG_ARGV[1], TG_ARGV[0], TG_ARGV[2]);
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE FUNCTION "count_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'UPDATE list_counts c SET total = c.total - gone.rows
       FROM (SELECT %1$I AS owner_id, count(*) AS rows FROM deleted WHERE %3$s GROUP BY 1) gone
     WHERE c.owner_id = gone.owner_id AND c.list = %2$L',
    TG_ARGV[1], TG_ARGV[0], TG_ARGV[2]);
  EXECUTE format(
    'DELETE FROM list_counts WHERE owner_id IN (SELECT %1$I FROM deleted) AND list = %2$L AND total = 0',
    TG_ARGV[1], TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint

-- For a row that begins (1) or ends (-1) to count by an update; WHEN says which.
CREATE FUNCTION "count_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner text := to_jsonb(NEW) ->> TG_ARGV[1];
BEGIN
  IF TG_ARGV[2] = '1' THEN
    INSERT INTO list_counts AS c (owner_id, list, total) VALUES (owner, TG_ARGV[0], 1)
      ON CONFLICT (owner_id, list) DO UPDATE SET total = c.total + 1;
  ELSE
    UPDATE list_counts SET total = total - 1 WHERE owner_id = owner AND list = TG_ARGV[0];
    DELETE FROM list_counts WHERE owner_id = owner AND list = TG_ARGV[0] AND total = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE FUNCTION "set_history_series"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.series_id := (SELECT series_id FROM contents WHERE id = NEW.content_id);
  RETURN NEW;
END $$;
--> statement-breakpoint

CREATE TRIGGER "watch_history_series" BEFORE INSERT ON "watch_history"
  FOR EACH ROW EXECUTE FUNCTION "set_history_series"();
--> statement-breakpoint

-- The newest row of each film and series.
CREATE FUNCTION "note_watched"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An INSERT that found a conflict has no new row.
  IF NOT EXISTS (SELECT FROM changed) THEN
    RETURN NULL;
  END IF;
  INSERT INTO watched_titles AS w (profile_id, title_id, is_series, content_id, last_watched_at)
    SELECT DISTINCT ON (profile_id, coalesce(series_id, content_id))
      profile_id, coalesce(series_id, content_id), series_id IS NOT NULL, content_id, last_watched_at
    FROM changed ORDER BY profile_id, coalesce(series_id, content_id), last_watched_at DESC, content_id DESC
  ON CONFLICT (profile_id, title_id) DO UPDATE
    SET content_id = excluded.content_id, last_watched_at = excluded.last_watched_at
    WHERE w.content_id = excluded.content_id
      OR (w.last_watched_at, w.content_id) < (excluded.last_watched_at, excluded.content_id);
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE FUNCTION "forget_watched"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever deletes other rows of these titles waits, and then sees what is left.
  PERFORM FROM watched_titles w WHERE (w.profile_id, w.title_id) IN (SELECT profile_id, coalesce(series_id, content_id) FROM deleted)
    ORDER BY w.profile_id, w.title_id FOR UPDATE;
  UPDATE watched_titles w SET content_id = newest.content_id, last_watched_at = newest.last_watched_at
    FROM deleted d, LATERAL (
      SELECT h.content_id, h.last_watched_at FROM watch_history h
      WHERE h.profile_id = d.profile_id AND h.series_id = d.series_id
      ORDER BY h.last_watched_at DESC, h.content_id DESC LIMIT 1
    ) newest
    WHERE w.profile_id = d.profile_id AND w.title_id = d.series_id AND w.content_id = d.content_id;
  DELETE FROM watched_titles w USING deleted d
    WHERE w.profile_id = d.profile_id AND w.title_id = coalesce(d.series_id, d.content_id) AND w.content_id = d.content_id;
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE FUNCTION "note_started"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An INSERT that found a conflict has no new row.
  IF NOT EXISTS (SELECT FROM changed) THEN
    RETURN NULL;
  END IF;
  INSERT INTO started_titles AS s (profile_id, title_id, is_series, content_id, is_finished, updated_at)
    SELECT DISTINCT ON (profile_id, coalesce(series_id, content_id))
      profile_id, coalesce(series_id, content_id), series_id IS NOT NULL, content_id, finished_at IS NOT NULL, updated_at
    FROM changed ORDER BY profile_id, coalesce(series_id, content_id), updated_at DESC, content_id DESC
  ON CONFLICT (profile_id, title_id) DO UPDATE
    SET content_id = excluded.content_id, is_finished = excluded.is_finished, updated_at = excluded.updated_at
    WHERE s.content_id = excluded.content_id
      OR (s.updated_at, s.content_id) < (excluded.updated_at, excluded.content_id);
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE FUNCTION "forget_started"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM started_titles s WHERE (s.profile_id, s.title_id) IN (SELECT profile_id, coalesce(series_id, content_id) FROM deleted)
    ORDER BY s.profile_id, s.title_id FOR UPDATE;
  UPDATE started_titles s
    SET content_id = newest.content_id, is_finished = newest.finished_at IS NOT NULL, updated_at = newest.updated_at
    FROM deleted d, LATERAL (
      SELECT p.content_id, p.finished_at, p.updated_at FROM watch_progress p
      WHERE p.profile_id = d.profile_id AND p.series_id = d.series_id
      ORDER BY p.updated_at DESC, p.content_id DESC LIMIT 1
    ) newest
    WHERE s.profile_id = d.profile_id AND s.title_id = d.series_id AND s.content_id = d.content_id;
  DELETE FROM started_titles s USING deleted d
    WHERE s.profile_id = d.profile_id AND s.title_id = coalesce(d.series_id, d.content_id) AND s.content_id = d.content_id;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- Triggers fire by name: newest rows are locked before totals, everywhere, so that no two changes wait for each other.
CREATE TRIGGER "watch_history_newest_added" AFTER INSERT ON "watch_history" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_watched"();
--> statement-breakpoint

CREATE TRIGGER "watch_history_newest_changed" AFTER UPDATE ON "watch_history" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_watched"();
--> statement-breakpoint

CREATE TRIGGER "watch_history_newest_deleted" AFTER DELETE ON "watch_history" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "forget_watched"();
--> statement-breakpoint

CREATE TRIGGER "watch_progress_newest_added" AFTER INSERT ON "watch_progress" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_started"();
--> statement-breakpoint

CREATE TRIGGER "watch_progress_newest_changed" AFTER UPDATE ON "watch_progress" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_started"();
--> statement-breakpoint

CREATE TRIGGER "watch_progress_newest_deleted" AFTER DELETE ON "watch_progress" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "forget_started"();
--> statement-breakpoint

CREATE TRIGGER "bookmarks_total_added" AFTER INSERT ON "bookmarks" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('bookmarks', 'profile_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "bookmarks_total_deleted" AFTER DELETE ON "bookmarks" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('bookmarks', 'profile_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "comments_total_added" AFTER INSERT ON "comments" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('comments', 'content_id', 'hidden_at IS NULL');
--> statement-breakpoint

CREATE TRIGGER "comments_total_deleted" AFTER DELETE ON "comments" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('comments', 'content_id', 'hidden_at IS NULL');
--> statement-breakpoint

CREATE TRIGGER "comments_total_shown" AFTER UPDATE ON "comments"
  FOR EACH ROW WHEN (OLD."hidden_at" IS NOT NULL AND NEW."hidden_at" IS NULL)
  EXECUTE FUNCTION "count_changed"('comments', 'content_id', '1');
--> statement-breakpoint

CREATE TRIGGER "comments_total_hidden" AFTER UPDATE ON "comments"
  FOR EACH ROW WHEN (OLD."hidden_at" IS NULL AND NEW."hidden_at" IS NOT NULL)
  EXECUTE FUNCTION "count_changed"('comments', 'content_id', '-1');
--> statement-breakpoint

CREATE TRIGGER "comment_reports_total_added" AFTER INSERT ON "comment_reports" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('reports', 'comment_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "comment_reports_total_deleted" AFTER DELETE ON "comment_reports" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('reports', 'comment_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "subscriptions_total_added" AFTER INSERT ON "subscriptions" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('subscriptions', 'user_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "subscriptions_total_deleted" AFTER DELETE ON "subscriptions" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('subscriptions', 'user_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "tickets_total_added" AFTER INSERT ON "tickets" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('tickets', 'user_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "tickets_total_deleted" AFTER DELETE ON "tickets" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('tickets', 'user_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "transactions_total_added" AFTER INSERT ON "transactions" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('transactions', 'user_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "transactions_total_deleted" AFTER DELETE ON "transactions" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('transactions', 'user_id', 'true');
--> statement-breakpoint

CREATE TRIGGER "watch_history_total_added" AFTER INSERT ON "watch_history" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('watched_episodes', 'profile_id', 'series_id IS NOT NULL');
--> statement-breakpoint

CREATE TRIGGER "watch_history_total_deleted" AFTER DELETE ON "watch_history" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('watched_episodes', 'profile_id', 'series_id IS NOT NULL');
--> statement-breakpoint

CREATE TRIGGER "watched_titles_total_films_added" AFTER INSERT ON "watched_titles" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('watched_films', 'profile_id', 'NOT is_series');
--> statement-breakpoint

CREATE TRIGGER "watched_titles_total_films_deleted" AFTER DELETE ON "watched_titles" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('watched_films', 'profile_id', 'NOT is_series');
--> statement-breakpoint

CREATE TRIGGER "watched_titles_total_series_added" AFTER INSERT ON "watched_titles" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('watched_series', 'profile_id', 'is_series');
--> statement-breakpoint

CREATE TRIGGER "watched_titles_total_series_deleted" AFTER DELETE ON "watched_titles" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('watched_series', 'profile_id', 'is_series');
--> statement-breakpoint

CREATE TRIGGER "started_titles_total_added" AFTER INSERT ON "started_titles" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_added"('unfinished', 'profile_id', 'NOT is_finished');
--> statement-breakpoint

CREATE TRIGGER "started_titles_total_deleted" AFTER DELETE ON "started_titles" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deleted"('unfinished', 'profile_id', 'NOT is_finished');
--> statement-breakpoint

CREATE TRIGGER "started_titles_total_unfinished" AFTER UPDATE ON "started_titles"
  FOR EACH ROW WHEN (OLD."is_finished" AND NOT NEW."is_finished")
  EXECUTE FUNCTION "count_changed"('unfinished', 'profile_id', '1');
--> statement-breakpoint

CREATE TRIGGER "started_titles_total_finished" AFTER UPDATE ON "started_titles"
  FOR EACH ROW WHEN (NOT OLD."is_finished" AND NEW."is_finished")
  EXECUTE FUNCTION "count_changed"('unfinished', 'profile_id', '-1');
