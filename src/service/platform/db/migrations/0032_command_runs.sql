CREATE TABLE "command_runs" (
	"command" text NOT NULL,
	"task" text NOT NULL,
	"run_id" text NOT NULL,
	"done" double precision DEFAULT 0 NOT NULL,
	"total" double precision DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"progress_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "command_runs_command_task_pk" PRIMARY KEY("command","task")
);
--> statement-breakpoint
CREATE INDEX "command_runs_by_progress" ON "command_runs" USING btree ("progress_at");