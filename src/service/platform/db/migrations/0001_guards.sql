-- What no CHECK or unique index can say.

-- A user's periods of access never overlap: a second activation has to begin where the last one ends.
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_no_overlap"
  EXCLUDE USING gist ("user_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&)
  WHERE ("revoked_at" IS NULL);
--> statement-breakpoint

-- A user keeps a primary profile: it is never demoted, nor deleted but with the user.
CREATE FUNCTION "keep_primary_profile"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.is_primary AND EXISTS (SELECT FROM users WHERE id = OLD.user_id) THEN
      RAISE EXCEPTION 'the primary profile cannot be deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'profiles_keep_primary';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.is_primary AND NOT NEW.is_primary OR OLD.user_id <> NEW.user_id THEN
    RAISE EXCEPTION 'the primary profile stays primary, and its user''s' USING ERRCODE = 'check_violation', CONSTRAINT = 'profiles_keep_primary';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "profiles_keep_primary" BEFORE UPDATE OR DELETE ON "profiles"
  FOR EACH ROW EXECUTE FUNCTION "keep_primary_profile"();
--> statement-breakpoint

-- An invoice's terms stand, and a settled payment stays settled: paid may only be reversed.
CREATE FUNCTION "keep_transaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.user_id, OLD.kind, OLD.price, OLD.discount, OLD.vat_percent, OLD.vat, OLD.total)
     IS DISTINCT FROM (NEW.user_id, NEW.kind, NEW.price, NEW.discount, NEW.vat_percent, NEW.vat, NEW.total)
     OR (OLD.package_id, OLD.content_id, OLD.contract_id, OLD.voucher_id, OLD.duration_days, OLD.ticket_hours)
     IS DISTINCT FROM (NEW.package_id, NEW.content_id, NEW.contract_id, NEW.voucher_id, NEW.duration_days, NEW.ticket_hours) THEN
    RAISE EXCEPTION 'the terms of an invoice never change' USING ERRCODE = 'check_violation', CONSTRAINT = 'transactions_terms_stand';
  END IF;
  IF OLD.state = 'reversed' AND NEW.state <> 'reversed'
     OR OLD.state = 'paid' AND NEW.state NOT IN ('paid', 'reversed') THEN
    RAISE EXCEPTION 'a settled payment cannot become %', NEW.state USING ERRCODE = 'check_violation', CONSTRAINT = 'transactions_settled_stays';
  END IF;
  IF OLD.authority IS NOT NULL AND (OLD.gateway, OLD.authority) IS DISTINCT FROM (NEW.gateway, NEW.authority)
     OR OLD.ref_id IS NOT NULL AND OLD.ref_id IS DISTINCT FROM NEW.ref_id THEN
    RAISE EXCEPTION 'what the bank named stays named' USING ERRCODE = 'check_violation', CONSTRAINT = 'transactions_bank_stands';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "transactions_keep" BEFORE UPDATE ON "transactions"
  FOR EACH ROW EXECUTE FUNCTION "keep_transaction"();
--> statement-breakpoint

-- The ledger only grows.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint

-- Each posting adds up to zero when its transaction commits.
CREATE FUNCTION "balance_posting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries WHERE posting = NEW.posting) <> 0 THEN
    RAISE EXCEPTION 'posting % does not add up to zero', NEW.posting USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balanced" AFTER INSERT ON "ledger_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "balance_posting"();
--> statement-breakpoint

-- A submission's votes stay within the survey's allowances, and come before its end.
CREATE FUNCTION "check_submission"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  survey surveys;
  items integer;
  total integer;
  most integer;
BEGIN
  IF NOT EXISTS (SELECT FROM survey_submissions WHERE id = NEW.submission_id) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO survey FROM surveys WHERE id = NEW.survey_id;
  SELECT count(*), sum(count), max(count) INTO items, total, most
    FROM survey_votes WHERE submission_id = NEW.submission_id;
  IF total > survey.votes_total OR most > survey.votes_per_item OR items < survey.min_item THEN
    RAISE EXCEPTION 'the votes pass the allowances of survey %', survey.ref USING ERRCODE = 'check_violation', CONSTRAINT = 'survey_votes_allowed';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "survey_votes_allowed" AFTER INSERT OR UPDATE ON "survey_votes"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_submission"();
--> statement-breakpoint

-- The like counters equal the votes, whatever crashes between.
CREATE FUNCTION "count_vote"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE contents SET likes = likes - (OLD.value = 1)::int, dislikes = dislikes - (OLD.value = -1)::int
      WHERE id = OLD.content_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE contents SET likes = likes + (NEW.value = 1)::int, dislikes = dislikes + (NEW.value = -1)::int
      WHERE id = NEW.content_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "votes_count" AFTER INSERT OR UPDATE OR DELETE ON "votes"
  FOR EACH ROW EXECUTE FUNCTION "count_vote"();
