#!/bin/sh
# Workers as an array job of Slurm: sbatch --array=1-64 packaging/slurm-workers.sh
#
# The coordinator and nats-server run on a machine that the nodes can reach. A worker that is preempted or reaches its limit of
# time loses one job at most, which another worker gets.
#SBATCH --job-name=yomikiri
#SBATCH --cpus-per-task=4
#SBATCH --mem=10G
#SBATCH --time=24:00:00
#SBATCH --signal=TERM@60
#SBATCH --requeue

export NATS_URL="${NATS_URL:?the address of the NATS server}"
exec yomikiri work --threads "$SLURM_CPUS_PER_TASK" --memory 8G --idle-exit 30m \
    --name "slurm-$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID-$SLURM_RESTART_COUNT"
