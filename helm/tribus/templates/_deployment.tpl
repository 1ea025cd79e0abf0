{{- define "tribus.deployment" -}}
{{- $service := .service -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "tribus.metadata" . | nindent 2 }}
spec:
  replicas: {{ include "tribus.replicas" . }}
  revisionHistoryLimit: 5
  # Lets endpoints propagate before an old pod terminates.
  minReadySeconds: 5
  # Rolling update: each new pod is ready before an old one terminates.
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "tribus.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "tribus.selector" . | nindent 8 }}
      annotations:
        # Settings are read at the start: a change restarts the pods of this service only.
        checksum/settings: {{ include "tribus.settingsAndKeys" . | sha256sum }}
        {{- with $service.podAnnotations }}
        {{- include "tribus.texts" . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "tribus.pod" . | nindent 6 }}
{{- end }}

{{- define "tribus.pod" -}}
{{- $service := .service -}}
serviceAccountName: {{ include "tribus.fullname" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $service.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
terminationGracePeriodSeconds: {{ add $service.preStopSeconds $service.drainSeconds 10 }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with $service.nodeSelector }}
nodeSelector:
  {{- include "tribus.texts" . | nindent 2 }}
{{- end }}
{{- with $service.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $service.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $service.topologyKeys }}
topologySpreadConstraints:
  {{- range . }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "tribus.selector" $ | nindent 8 }}
    {{- if include "tribus.since" (dict "root" $.root "version" "1.27") }}
    matchLabelKeys: [pod-template-hash]
    {{- end }}
  {{- end }}
{{- end }}
{{- if has "postgres" $service.stores }}
initContainers:
  # Takes a database lock, so that concurrent pods migrate in turn.
  - name: migrate
    args: [migrate]
    {{- include "tribus.container" . | nindent 4 }}
{{- end }}
containers:
  - name: {{ .name }}
    {{- include "tribus.container" . | nindent 4 }}
    {{- if and $service.watch $service.node }}
    command: [node, --no-warnings, --watch, --watch-preserve-output, main.ts]
    {{- end }}
    ports:
      - { name: http, containerPort: 8080 }
      {{- if $service.grpc }}
      - { name: grpc, containerPort: 50051 }
      {{- end }}
      - { name: ops, containerPort: 9464 }
    # Unavailable dependencies do not kill a live process, and neither does a start among many others: within this time
    # even its requested share of a processor suffices for the start (README.md).
    startupProbe:
      httpGet: { path: /healthz, port: ops }
      periodSeconds: 2
      timeoutSeconds: 4
      failureThreshold: 90
    readinessProbe:
      httpGet: { path: /readyz, port: ops }
      periodSeconds: 5
      timeoutSeconds: 4
      failureThreshold: 3
    livenessProbe:
      httpGet: { path: /healthz, port: ops }
      periodSeconds: 10
      timeoutSeconds: 3
      failureThreshold: 6
    lifecycle:
      preStop:
        {{- if include "tribus.since" (dict "root" .root "version" "1.30") }}
        sleep: { seconds: {{ $service.preStopSeconds }} }
        {{- else }}
        exec: { command: [sleep, {{ $service.preStopSeconds | quote }}] }
        {{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: {{ $service.tmpSize }} }
  {{- if include "tribus.trustsOwnAuthority" . }}
  - name: authorities
    secret:
      secretName: {{ .root.Values.tls.caSecret }}
      items: [{ key: {{ .root.Values.tls.caKey }}, path: ca.crt }]
  {{- end }}
{{- end }}

{{- /* Shared by the process and its migration. */}}
{{- define "tribus.container" -}}
image: {{ include "tribus.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
env:
  {{- include "tribus.environment" . | nindent 2 }}
resources:
  {{- toYaml .service.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: {{ not .service.watch }}
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- if include "tribus.trustsOwnAuthority" . }}
  - { name: authorities, mountPath: /etc/tribus/authorities, readOnly: true }
  {{- end }}
{{- end }}
